import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { isLanguage } from "@intellibox/contract/text/language";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { chunkNames } from "./chunks.ts";
import { directIcons } from "./direct-icons.ts";
import { endpointShapes } from "./endpoint-shapes.ts";
import { guidePages } from "./guide-pages.ts";
import { preloadPages } from "./preload-pages.ts";
import { pureExtensions } from "./pure-extensions.ts";
import { smallZod } from "./small-zod.ts";
import { translate } from "./translate/plugin.ts";

export default defineConfig({
  plugins: [
    translate(buildLanguage()),
    guidePages(),
    directIcons(),
    endpointShapes(),
    smallZod(),
    pureExtensions(),
    react(),
    tailwindcss(),
    preloadFont(),
    preloadPages(),
    compressAssets(),
  ],
  server: {
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false } },
  },
  build: {
    target: "es2023",
    // The browser may inline nothing under the content security policy, least of all a script.
    assetsInlineLimit: 0,
    // The first script lists the files of every part that is loaded later. Only those of daily pages are worth it: a rare
    // part loads its files one request later, unless its address is opened, because then the server announces them.
    modulePreload: { polyfill: false, resolveDependencies: (file, files) => (isDaily(file) ? files : []) },
    // Says which files a page loads, for the test of their size.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [{ name: chunkNames(), includeDependenciesRecursively: false }] },
      },
    },
  },
});

const isDaily = (file: string) =>
  /\/(?:(?:[a-z]+-dashboard|inbox|compose|reply|summarize)-page|signed-in|rich-text-editor|inline-composer|message-preview|mail-places)-/.test(
    file,
  );

/** The web app is built once for each language. */
function buildLanguage() {
  const code = process.env.BUILD_LANGUAGE ?? "en";
  if (!isLanguage(code)) throw new Error(`BUILD_LANGUAGE=${code} is no language of the web app`);
  return code;
}

/** The one font file is named with its hash only at build time, so its preload link is written then. */
function preloadFont(): Plugin {
  return {
    name: "preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght-normal.*\.woff2$/.test(name));
        if (!font) return [];
        const attrs = { rel: "preload", href: `/${font}`, as: "font", type: "font/woff2", crossorigin: "" };
        return [{ tag: "link", attrs, injectTo: "head" }];
      },
    },
  };
}

/** A compressed copy beside each asset: made once here instead of by the server for every visitor. */
function compressAssets(): Plugin {
  return {
    name: "compress-assets",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          const source = file.type === "chunk" ? file.code : file.source;
          if (!/\.(js|css|svg)$/.test(fileName) || source.length < 1024) continue;
          const bytes = Buffer.from(source);
          const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
          this.emitFile({ type: "asset", fileName: `${fileName}.br`, source: brotliCompressSync(bytes, { params }) });
          this.emitFile({ type: "asset", fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) });
        }
      },
    },
  };
}
