import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

/** Builds `/sw.js` after the web app: `SERVICE_WORKER_FILES` names a file that says which files the build of each language has. */
const { version, files } = JSON.parse(readFileSync(process.env.SERVICE_WORKER_FILES ?? "", "utf8"));

export default defineConfig({
  // The files of `public` are in the output already.
  publicDir: false,
  define: { appVersion: JSON.stringify(version), filesByLanguage: JSON.stringify(files) },
  build: {
    target: "es2023",
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: new URL("worker.ts", import.meta.url).pathname,
      output: { format: "iife", entryFileNames: "sw.js" },
    },
  },
});
