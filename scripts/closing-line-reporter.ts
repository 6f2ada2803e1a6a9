import type { Reporter, TestModule } from "vitest/node";

/** Ends a test run with the plain line `N passed, N failed`, which continuous integration reads. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    for (const module of modules) {
      let failedTests = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === "passed") passed += 1;
        else if (state === "failed") failedTests += 1;
      }
      // A file that can't be imported, or a hook that throws, has no failed test but is a failure all the same.
      failed += failedTests === 0 && !module.ok() ? 1 : failedTests;
    }
    // No test at all is no success.
    if (passed + failed === 0) failed = 1;
    console.log(`${passed} passed, ${failed} failed`);
  }
}
