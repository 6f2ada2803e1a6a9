import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with the plain line `N passed, N failed`, which continuous integration reads. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    let skipped = 0;
    for (const module of modules) {
      let own = 0;
      for (const test of module.children.allTests()) {
        own += 1;
        const { state } = test.result();
        if (state === "passed") passed += 1;
        else if (state === "failed") failed += 1;
        else skipped += 1;
      }
      // A module that could not even be collected has no tests but is a failure all the same.
      if (own === 0 && module.state() === "failed") failed += 1;
    }
    console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
  }
}
