import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Fails with the offending elements where a page breaks WCAG 2.2 AA as far as a machine can tell. Mail in its frame is left
 * out: it is somebody else's writing, and where no script may run the examiner's would wait for ever.
 */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).exclude("iframe[sandbox]").withTags(rules).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}
