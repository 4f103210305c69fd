import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Rules whose result depends on the theme or the width. */
const rulesOfLooks = ["color-contrast", "target-size", "scrollable-region-focusable"];

/**
 * Fails with the offending elements if axe finds a violation of WCAG 2.2 AA. Frames with mail are left out: their markup is the
 * sender's, and axe never finishes in a frame that forbids scripts.
 */
export const expectAccessible = (page: Page) => examine(page, (axe) => axe.withTags(rules));

/**
 * Checks the page wide and light by every rule, then narrow and dark by the rules whose result may differ, and that it does not
 * overflow sideways.
 */
export async function expectAccessibleInAllLooks(page: Page) {
  await look(page, "light", 1440);
  await expectAccessible(page);
  await look(page, "dark", 390);
  await examine(page, (axe) => axe.withRules(rulesOfLooks));
  await expectNoOverflow(page);
  await look(page, "light", 1440);
}

/**
 * Checks the page at five widths: the widest in light and the narrowest in dark by every rule, and those between by all rules but
 * that of contrast, because colours repeat.
 */
export async function expectAccessibleAtAllWidths(page: Page) {
  await look(page, "light", 1440);
  await expectAccessible(page);
  for (const width of [1280, 1024, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await painted(page);
    await examine(page, (axe) => axe.withTags(rules).disableRules("color-contrast"));
    await expectNoOverflow(page);
  }
  await look(page, "dark", 360);
  await expectAccessible(page);
  await expectNoOverflow(page);
}

async function expectNoOverflow(page: Page) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

async function look(page: Page, colorScheme: "light" | "dark", width: number) {
  await page.setViewportSize({ width, height: 900 });
  const emulate = async (scheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await painted(page);
  };
  await expect(async () => {
    await emulate(colorScheme);
    try {
      await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0, { timeout: 3_000 });
    } catch (error) {
      // A page that is in layout sometimes misses the change, so it is emulated again.
      await emulate(colorScheme === "dark" ? "light" : "dark");
      throw error;
    }
  }).toPass({ timeout: 60_000 });
  await painted(page);
}

/** Waits for a paint, in which a page applies its new theme, and for all animations, which mix the colours of two themes. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });

async function examine(page: Page, by: (axe: AxeBuilder) => AxeBuilder) {
  // axe is large, so it is not injected into a page that already has it.
  const isThere = await page.evaluate(() => "axe" in window);
  const start = isThere ? { page, axeSource: "0" } : { page };
  // Legacy mode runs in the page itself. The default mode opens a window for each run. Only violations are returned.
  const axe = new AxeBuilder(start).setLegacyMode().options({ resultTypes: ["violations"], iframes: false });
  // The guards around an open menu pass the focus on at once, so nobody stays on them.
  const checked = axe.exclude("iframe[sandbox]").exclude("[data-base-ui-focus-guard]");
  const { violations } = await by(checked).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}
