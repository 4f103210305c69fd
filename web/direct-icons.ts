import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/** Imports each icon from its own file. Through the package's index, every page would seem to need every icon. */
export function directIcons(): Plugin {
  const index = join(
    dirname(createRequire(import.meta.url).resolve("lucide-react/package.json")),
    "dist/esm/lucide-react.mjs",
  );
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of readFileSync(index, "utf8").matchAll(
    /export \{([^}]*)\} from '\.\/([^']+)'/g,
  ))
    for (const name of names.matchAll(/default as (\w+)/g)) files.set(name[1] ?? "", join(dirname(index), file));
  return {
    name: "direct-icons",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes('"lucide-react"')) return null;
      return code.replace(/^import \{([^}]*)\} from "lucide-react";/gm, (statement: string, names: string) => {
        const lines = [];
        for (const part of names.split(",")) {
          const [imported = "", local = imported] = part.trim().split(/\s+as\s+/);
          if (!imported || imported.startsWith("type ")) continue;
          const file = files.get(imported);
          if (!file) return statement;
          lines.push(`import ${local} from ${JSON.stringify(file)};`);
        }
        return lines.join(" ");
      });
    },
  };
}
