import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"], testTimeout: 20_000, hookTimeout: 60_000 }
})
