import { type ComponentType, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { filesOfIcons, iconArguments, iconCode } from "../../direct-icons.ts";
import { icon } from "./icon.ts";

const files = filesOfIcons();

test.each([
  ["Star", {}],
  ["CircleCheck", { className: "size-4 text-ok", "aria-hidden": "true" }],
  ["Mail", { "aria-label": "Mail", strokeWidth: 1.5 }],
  ["SlidersHorizontal", { size: 12 }],
  ["Building2", { role: "img" }],
])("the build draws %s with %j as Lucide does", async (name, props) => {
  const file = files.get(name) ?? "";
  const lucide = await import(/* @vite-ignore */ file);
  expect(await iconCode(file)).toContain('/src/lib/icon.ts"');
  const ours = icon(...(iconArguments(lucide.__iconData) as Parameters<typeof icon>));
  // Lucide adds a class for each other name of an icon. No style of the app uses them.
  const otherNames: string[] = lucide.__iconData.aliases ?? [];
  expect(attributesOf(ours, props)).toEqual(attributesOf(lucide.default, props, otherNames));
});

test("another name of an icon keeps its module", async () => {
  const alias = (files.get("Star") ?? "").replace("star.mjs", "alert-triangle.mjs");
  expect(await iconCode(alias)).toBeNull();
});

/** The tags and attributes of an icon, without the classes of other names. */
function attributesOf(Icon: ComponentType<object>, props: object, otherNames: string[] = []) {
  const page = document.createElement("div");
  page.innerHTML = renderToStaticMarkup(createElement(Icon, props));
  for (const name of otherNames) page.firstElementChild?.classList.remove(`lucide-${name}`);
  return [...page.querySelectorAll("*")].map(({ tagName, attributes }) => [
    tagName,
    Object.fromEntries([...attributes].map(({ name, value }) => [name, value])),
  ]);
}
