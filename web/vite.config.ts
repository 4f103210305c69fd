import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss(), preloadFont()],
  server: {
    proxy: { "/api": { target: `http://127.0.0.1:${process.env.PORT || 3000}`, changeOrigin: false } },
  },
  build: {
    target: "es2023",
    // The browser may inline nothing under the content security policy, least of all a script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

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
