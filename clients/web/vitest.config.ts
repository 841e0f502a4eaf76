import { defineConfig } from "vitest/config";

export default defineConfig({
  esbuild: { jsx: "automatic", jsxImportSource: "preact" },
  // The store's tests talk to a server of their own over sockets; a busy machine may take its time.
  test: { include: ["test/**/*.test.{ts,tsx}"], setupFiles: "test/setup.ts", testTimeout: 30000 },
});
