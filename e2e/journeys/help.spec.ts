import { expect, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { people, signInAs } from "../people.ts";

test("a visitor reads Terms and Privacy from the login page, which stays as it is [HLP-05] [LGN-05]", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill(people.user);
  for (const [link, title, path] of [
    ["Terms", "Terms", "/help/terms"],
    ["Privacy Policy", "Privacy", "/help/privacy"],
  ] as const) {
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: link }).click();
    const legal = await opened;
    await expect(legal.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(legal).toHaveURL(new RegExp(`${path}$`));
    await expect(legal.getByRole("region", { name: "Operator", exact: true })).toContainText(
      "The operator has not given a name here",
    );
    await legal.close();
  }
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel("Email")).toHaveValue(people.user);
});

test("a user finds help in the sidebar and the palette, searches the guide, and has seen the news [HLP-01] [HLP-02] [HLP-03] [HLP-04] [HLP-07]", async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseURL}/`) && !/^(data|blob):/.test(request.url())) elsewhere.push(request.url());
  });
  await signInAs(page, "user", "/inbox");
  const help = page.getByRole("button", { name: /^Help/ });
  const menu = page.getByRole("dialog", { name: "Help" });
  await expect(help).toContainText("there are news");
  await help.click();
  await menu.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");

  await help.click();
  await menu.getByRole("link", { name: "What's new" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("What's new");
  await expectAccessibleInAllLooks(page);
  await page.goBack();
  await expect(help).toHaveText(/^\??Help$/);
  await page.reload();
  await expect(help).toHaveText(/^\??Help$/);

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Commands and mail" }).fill("guide and");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/help$/);
  await expectAccessibleInAllLooks(page);
  await page.getByRole("searchbox").fill("cookies browser");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Cookies and storage/ })
    .click();
  await expect(page).toHaveURL(/\/help\/privacy#cookies-and-storage-in-your-browser$/);
  const heading = page.getByRole("heading", { name: "Cookies and storage in your browser" });
  await expect(heading).toBeInViewport();
  await page.reload();
  await expect(heading).toBeInViewport();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("link", { name: "Back to Intellibox" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(elsewhere).toEqual([]);
});

test("every page of the guide opens at its address, and its pictures load [HLP-02]", async ({ page }) => {
  await page.goto("/help");
  const links = page.getByRole("navigation", { name: "Pages of the guide", exact: true }).getByRole("link");
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    for (const picture of await page.getByRole("main").getByRole("img").all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth), path)
        .toBeGreaterThan(0);
    }
  }
});
