import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What a theme and the width can change about the same markup. */
const rulesOfLooks = ["color-contrast", "target-size", "scrollable-region-focusable"];

/**
 * Fails with the offending elements where a page breaks WCAG 2.2 AA as far as a machine can tell. Mail in its frame is left
 * out: it is somebody else's writing, and where no script may run the examiner's would wait for ever.
 */
export const expectAccessible = (page: Page) => examine(page, (axe) => axe.withTags(rules));

/**
 * The page as it is, wide and light, by every rule; then narrow and dark by those that could come out otherwise there, and
 * that nothing sticks out sideways.
 */
export async function expectAccessibleInAllLooks(page: Page) {
  await look(page, "light", 1440);
  await expectAccessible(page);
  await look(page, "dark", 390);
  await examine(page, (axe) => axe.withRules(rulesOfLooks));
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await look(page, "light", 1440);
}

async function look(page: Page, colorScheme: "light" | "dark", width: number) {
  await page.setViewportSize({ width, height: 900 });
  const tell = async (scheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await painted(page);
  };
  await expect(async () => {
    await tell(colorScheme);
    try {
      await expect(page.locator("html.dark")).toHaveCount(colorScheme === "dark" ? 1 : 0, { timeout: 3_000 });
    } catch (error) {
      // Now and then a page that is being laid out anew does not hear of its new looks: it is told again.
      await tell(colorScheme === "dark" ? "light" : "dark");
      throw error;
    }
  }).toPass({ timeout: 60_000 });
  await painted(page);
}

/** Painted, and nothing under way any more: colours halfway between two themes are nobody's. A page hears of its new looks as it paints. */
const painted = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });

async function examine(page: Page, by: (axe: AxeBuilder) => AxeBuilder) {
  // The examiner is large: a page that has it already is not given it again.
  const isThere = await page.evaluate(() => "axe" in window);
  const start = isThere ? { page, axeSource: "0" } : { page };
  // In the page itself: the other way opens a window for each examination. What passes is not carried out of the page.
  const axe = new AxeBuilder(start).setLegacyMode().options({ resultTypes: ["violations"], iframes: false });
  const { violations } = await by(axe.exclude("iframe[sandbox]")).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}
