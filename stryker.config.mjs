/** How many planted faults the tests notice. `npm run test:mutants`. */
export default {
  mutate: ["packages/{core,http,sql}/src/**/*.ts"],
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutants.config.ts", related: false },
  coverageAnalysis: "perTest",
  // A fault that acts while modules load needs all tests: a sixth of the faults would take most of the time.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency: 1,
  reporters: ["progress", "clear-text", "html", "json"],
  clearTextReporter: { allowColor: false, reportTests: false },
  htmlReporter: { fileName: "test-results/mutants/report.html" },
  jsonReporter: { fileName: "test-results/mutants/report.json" },
  tempDirName: "test-results/mutants/sandbox",
  ignorePatterns: ["dist", "test-results"]
}
