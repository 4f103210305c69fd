import { expect, test } from "vitest";
import { isSupported } from "./supports.ts";

test.each([
  "(display: grid)",
  "(display:flex) and (gap: 1px)",
  "(display: flex) or (mask: none)",
  "not (position: sticky)",
  "(display: flex) and (not (position: sticky))",
  "((display: flex) and (gap: 1px)) or (mask: none)",
  "(color: rgb(0, 0, 0))",
  "/* new */ ( DISPLAY : Grid )",
])("%s holds", (condition) => {
  expect(isSupported(condition)).toBe(true);
});

test.each([
  "(position: sticky)",
  "(-webkit-overflow-scrolling: touch)",
  "(-ms-ime-align: auto)",
  "not (display: grid)",
  "(display: flex) and (position: sticky)",
  "selector(p > a)",
  "(display: flex) and (gap: 1px) or (color: red)",
  "(background: url(https://a.example/x.png))",
  "",
  "(",
  "()",
  "(display: grid",
  "(display: grid))",
  "display: grid",
  "not",
  "(display: grid) and",
  "(display: grid) (gap: 1px)",
  `${"(".repeat(200)}display: grid${")".repeat(200)}`,
  `(display: grid)${" and (display: grid)".repeat(1_000)}`,
])("%s does not hold", (condition) => {
  expect(isSupported(condition)).toBe(false);
});
