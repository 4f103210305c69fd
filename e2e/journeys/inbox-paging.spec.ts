import { expect } from "@playwright/test";
import { preview, readerOf, row, rows, test } from "../inbox-reader.ts";

test.describe.configure({ timeout: 300_000 });
test.use({ viewport: { width: 1440, height: 900 } });

const count = 120;
const reader = readerOf(
  Array.from({ length: count }, (_, at) => ({ subject: `Mail ${at + 1} of many`, text: `Text ${at + 1}` })),
);

test("a list longer than a page continues on scrolling, with few rows in the DOM and none missing", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("/mail/threads") && asked.push(request.url()));
  await reader.open(page);
  await expect(row(page, "Mail 1 of many")).toHaveAttribute("aria-setsize", "-1");
  expect(asked.filter((url) => url.includes("cursor="))).toEqual([]);

  const list = page.getByRole("listbox", { name: "Messages" });
  const seen = new Set<string>();
  const look = async () => {
    for (const subject of await rows(page).locator("[data-subject]").allTextContents()) seen.add(subject);
    await list.evaluate((node) => node.scrollBy(0, node.clientHeight - 100));
    expect(await rows(page).count()).toBeLessThan(40);
    return seen.size;
  };
  await expect.poll(look, { timeout: 60_000, intervals: [100] }).toBe(count);
  await expect(row(page, `Mail ${count} of many`)).toHaveAttribute("aria-setsize", String(count));
  expect(asked.filter((url) => url.includes("cursor=")).length).toBeGreaterThanOrEqual(2);

  // A message far down stays open and listed when the newest page is loaded again.
  await row(page, `Mail ${count} of many`).click();
  await expect(preview(page)).toContainText(`Text ${count}`);
  await page.keyboard.press("k");
  await expect(preview(page)).toContainText(`Text ${count - 1}`);
});
