#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createNodeTerminal } from "./node-terminal.ts";
import { run } from "./run.ts";

const manifest: { version: string } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
process.exitCode = await run(process.argv.slice(2), createNodeTerminal(), manifest.version);
