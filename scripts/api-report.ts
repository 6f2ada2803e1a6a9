/**
 * Compares the exported names of each entry point with the reports in `etc/`; `--update` rewrites the reports. Reads `dist`, so build first.
 * Run: `npm run api` or `npm run api:update`.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import manifest from "../package.json" with { type: "json" };
import { report, root } from "./check/source-files.ts";

const update = process.argv.includes("--update");
mkdirSync(join(root, "etc"), { recursive: true });

const entryPoints = Object.entries(manifest.exports).flatMap(([name, target]) =>
  typeof target === "string" ? [] : [{ name: `structag${name.slice(1)}`, types: target.types }],
);

const findings: string[] = [];
for (const { name, types } of entryPoints) {
  const reportFileName = `${name.replaceAll("/", ".")}.api.md`;
  const silent = { logLevel: ExtractorLogLevel.None };
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(root, types),
      compiler: { tsconfigFilePath: join(root, "tsconfig.build.json") },
      apiReport: { enabled: true, reportFolder: join(root, "etc"), reportTempFolder: join(root, "temp"), reportFileName },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: silent,
          "ae-forgotten-export": { logLevel: ExtractorLogLevel.Warning, addToApiReportFile: true },
        },
        tsdocMessageReporting: { default: silent },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
  });
  const result = Extractor.invoke(config, {
    localBuild: update,
    showVerboseMessages: false,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) findings.push(`${name}: ${message.text}`);
    },
  });
  if (result.apiReportChanged && !update)
    findings.push(`${name}: the public API differs from etc/${reportFileName}; \`npm run api:update\` rewrites it`);
}
report(findings, `${entryPoints.length} entry points ${update ? "written to" : "agree with"} etc/`);
