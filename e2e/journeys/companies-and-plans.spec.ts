import { expect, type Page, test } from "@playwright/test";
import { expectAccessibleInAllLooks } from "../accessible.ts";
import { signInAs } from "../people.ts";

const unique = () => Math.random().toString(36).slice(2, 8).toUpperCase();
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });
const dialog = (page: Page) => page.getByRole("dialog");
const confirmation = (page: Page) => page.getByRole("alertdialog");

async function addPlan(page: Page, code: string) {
  await page.getByRole("button", { name: "Add plan" }).click();
  await dialog(page).getByLabel("Code").fill(code.toLowerCase());
  await dialog(page).getByLabel("Name").fill(`Plan ${code}`);
}

test.describe("plans", () => {
  test("the table shows the demo's plans by code, with prices in rupees [PLN-02] [PLN-11] [RTE-13]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/plans");
    await expect(page.getByRole("heading", { level: 1, name: "Plan Management" })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Code" })).toHaveAttribute("aria-sort", "ascending");
    await expect(row(page, "ENTERPRISE")).toContainText("₹19,999");
    await expect(page.getByLabel("Rows per page")).toContainText("10");
  });

  test("a new plan has the specified defaults, and is added, changed, and deleted after a confirmation [PLN-03] [PLN-04] [PLN-07] [PLN-08] [PLN-09] [PLN-10]", async ({
    page,
  }) => {
    const code = `P${unique()}`;
    await signInAs(page, "owner", "/plans");
    await addPlan(page, code);
    const form = dialog(page);
    await expect(form.getByLabel("Price per month (₹)")).toHaveValue("0");
    await expect(form.getByLabel("Email quota")).toContainText("500");
    await expect(form.getByLabel("Max users")).toHaveValue("10");
    await form.getByLabel("Email quota").click();
    await expect(page.getByRole("option")).toHaveText(["500", "1,000", "Unlimited"]);
    await page.keyboard.press("Escape");
    await form.getByLabel("Features").fill("One\nTwo\nThree\nFour\nFive\nSix\nSeven");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).toContainText(`Plan ${code}`);

    await page.getByRole("button", { name: `Edit Plan ${code}` }).click();
    await expect(form.getByLabel("Code")).toHaveAttribute("readonly", "");
    await form.getByLabel("Status").click();
    await page.getByRole("option", { name: "Inactive" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).toContainText("Inactive");
    await page.getByRole("button", { name: `Edit Plan ${code}` }).click();
    await form.getByLabel("Status").click();
    await page.getByRole("option", { name: "Active", exact: true }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).not.toContainText("Inactive");

    await page.getByRole("button", { name: `Delete Plan ${code}` }).click();
    await expect(confirmation(page)).toContainText(`Delete Plan ${code}?`);
    await confirmation(page).getByRole("button", { name: "Cancel" }).click();
    await expect(row(page, code)).toBeVisible();
    await page.getByRole("button", { name: `Delete Plan ${code}` }).click();
    await confirmation(page).getByRole("button", { name: "Delete" }).click();
    await expect(row(page, code)).toHaveCount(0);
  });

  test("the preview lists the first six features [PLN-05]", async ({ page }) => {
    await signInAs(page, "owner", "/plans");
    await page.getByRole("button", { name: "GROWTH", exact: true }).click();
    const preview = page.getByRole("region", { name: "Preview of Growth" });
    await expect(preview.getByRole("listitem")).toHaveCount(6);
    await expect(preview).toContainText("and 1 more");
  });

  test("filters, sorting and paging send no request [PLN-01]", async ({ page }) => {
    await signInAs(page, "owner", "/plans");
    await expect(row(page, "GROWTH")).toBeVisible();
    const calls: string[] = [];
    page.on("request", (request) => request.url().includes("/api/plans") && calls.push(request.url()));
    await page.getByLabel("Search").fill("priority");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(row(page, "STARTER")).toHaveCount(0);
    await expect(row(page, "GROWTH")).toBeVisible();
    await page.getByRole("button", { name: "Name" }).click();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(row(page, "STARTER")).toBeVisible();
    expect(calls).toEqual([]);
  });

  test("bad input is refused in the browser, field by field [VAL-27] [VAL-28] [VAL-29] [VAL-30]", async ({ page }) => {
    await signInAs(page, "owner", "/plans");
    await page.getByRole("button", { name: "Add plan" }).click();
    const form = dialog(page);
    await form.getByLabel("Price per month (₹)").fill("-1");
    await form.getByLabel("Max users").fill("0");
    await form.getByRole("button", { name: "Save" }).click();
    for (const words of [
      "Code is required",
      "Name is required",
      "Price must be at least 0",
      "Max users must be a whole number from 1 to 1,000,000",
    ]) {
      await expect(form.getByText(words)).toBeVisible();
    }
  });

  test("a plan in use cannot be deleted, and the page says why [PLN-13]", async ({ page }) => {
    await signInAs(page, "owner", "/plans");
    await page.getByRole("button", { name: "Delete Growth" }).click();
    await confirmation(page).getByRole("button", { name: "Delete" }).click();
    await expect(confirmation(page)).toContainText("In use by 1 company. Move it to another plan first.");
  });

  test("a deletion that fails without a message shows one [ERR-14]", async ({ page }) => {
    await signInAs(page, "owner", "/plans");
    await page.route("**/api/plans/*", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.getByRole("button", { name: "Delete Growth" }).click();
    await confirmation(page).getByRole("button", { name: "Delete" }).click();
    await expect(confirmation(page)).toContainText("Delete failed");
  });

  test("a list that cannot be loaded shows an error, and Retry loads it [ERR-13]", async ({ page }) => {
    await page.route("**/api/plans", (route) => route.fulfill({ status: 400, body: "{}" }));
    await signInAs(page, "owner", "/plans");
    const main = page.getByRole("main");
    await expect(main.getByText("Failed to load plans")).toBeVisible();
    await page.unroute("**/api/plans");
    await main.getByRole("button", { name: "Retry" }).click();
    await expect(row(page, "GROWTH")).toBeVisible();
  });
});

test.describe("companies", () => {
  test("companies are listed newest first, ten to a page, filtered, sorted and paged by the server [CMY-01] [CMY-02] [RTE-12] [TBL-01] [TBL-03] [TBL-04] [TBL-05] [TBL-06]", async ({
    page,
  }) => {
    const session = await signInAs(page, "owner", "/tenants");
    const headers = { authorization: `Bearer ${session.token}` };
    const mark = unique();
    for (let number = 1; number <= 12; number++) {
      const code = `${mark}${String(number).padStart(2, "0")}`;
      const made = await page.request.post("/api/tenants", { headers, data: { code, name: `Paged ${code}` } });
      expect(made.ok()).toBe(true);
    }
    await page.reload();
    await expect(page.getByRole("columnheader", { name: "Created" })).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1)).toContainText(`${mark}12`);
    await expect(page.getByText(/^Showing 10 of \d+$/)).toBeVisible();
    await page.getByLabel("Search").fill(mark);
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("Showing 10 of 12")).toBeVisible();
    await expect(page.getByText("Page 1 / 2")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByText("Page 2 / 2")).toBeVisible();
    await expect(page.getByText("Showing 2 of 12")).toBeVisible();
    await page.getByRole("button", { name: "Prev" }).click();
    await expect(page.getByText("Page 1 / 2")).toBeVisible();

    const code = page.getByRole("columnheader", { name: "Code" });
    await code.getByRole("button").click();
    await expect(code).toHaveAttribute("aria-sort", "ascending");
    await expect(page.getByRole("row").nth(1)).toContainText(`${mark}01`);
    await code.getByRole("button").click();
    await expect(code).toHaveAttribute("aria-sort", "descending");
    await expect(page.getByRole("row").nth(1)).toContainText(`${mark}12`);
    await code.getByRole("button").click();
    await expect(code).toHaveAttribute("aria-sort", "none");

    await page.getByLabel("Rows per page").click();
    await expect(page.getByRole("listbox").getByRole("option")).toHaveText(["10", "20", "50", "100"]);
    await page.getByRole("listbox").getByRole("option", { name: "20" }).click();
    await expect(page.getByText("Showing 12 of 12")).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Showing 10 of 12")).toBeVisible();
  });

  test("Reset clears the filters, and an empty result says so [TBL-02] [TBL-07]", async ({ page }) => {
    await signInAs(page, "owner", "/tenants");
    await page.getByLabel("Search").fill("no company is called this");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByText("No data")).toBeVisible();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(page.getByLabel("Search")).toHaveValue("");
    await expect(page.getByText("No data")).toHaveCount(0);
  });

  test("a company is added in two tabs, with India and a derived slug, then suspended, made active again and deleted [CMY-03] [CMY-04] [CMY-06] [CMY-07] [CMY-09] [VAL-25]", async ({
    page,
  }) => {
    const code = `C${unique()}`;
    await signInAs(page, "owner", "/tenants");
    await page.getByRole("button", { name: "Add company" }).click();
    const form = dialog(page);
    await expect(form.getByRole("tab")).toHaveText(["Profile", "Plan"]);
    await expect(form.getByLabel("Country")).toHaveValue("India");
    await form.getByLabel("Code").fill(code.toLowerCase());
    await form.getByLabel("Name").fill(`Nova ${code} & Sons`);
    await form.getByRole("tab", { name: "Plan" }).click();
    await form.getByRole("radio", { name: /Starter/ }).check();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).toContainText("Starter");

    await page.getByRole("button", { name: `Edit Nova ${code}` }).click();
    await expect(form.getByLabel("Slug")).toHaveValue(`nova-${code.toLowerCase()}-sons`);
    await expect(form.getByLabel("Code")).toHaveValue(code);
    await expect(form.getByLabel("Code")).toHaveAttribute("readonly", "");
    await form.getByLabel("Status").click();
    await page.getByRole("option", { name: "Suspended" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).toContainText("Suspended");
    await page.getByRole("button", { name: `Edit Nova ${code}` }).click();
    await form.getByLabel("Status").click();
    await page.getByRole("option", { name: "Active" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await expect(row(page, code)).not.toContainText("Suspended");

    await page.getByRole("button", { name: `Delete Nova ${code}` }).click();
    await confirmation(page).getByRole("button", { name: "Delete" }).click();
    await expect(row(page, code)).toHaveCount(0);
  });

  test("bad input is refused in the browser [VAL-23] [VAL-24] [VAL-26]", async ({ page }) => {
    await signInAs(page, "owner", "/tenants");
    await page.getByRole("button", { name: "Add company" }).click();
    const form = dialog(page);
    await form.getByLabel("Contact email").fill("not an address");
    await form.getByRole("button", { name: "Save" }).click();
    for (const words of ["Code is required", "Name is required", "Enter a valid email address"])
      await expect(form.getByText(words)).toBeVisible();
  });

  test("deleting a company with users asks for its code; the owner cannot be deleted or suspended [CMY-08] [CMY-10] [CMY-11]", async ({
    page,
  }) => {
    await signInAs(page, "owner", "/tenants?q=GLOBEX");
    await page.getByRole("button", { name: "Delete Globex India" }).click();
    const remove = confirmation(page).getByRole("button", { name: "Delete" });
    await expect(remove).toHaveAttribute("aria-disabled", "true");
    await confirmation(page).getByLabel("Type GLOBEX to confirm").fill("globex");
    await expect(remove).toHaveAttribute("aria-disabled", "true");
    await confirmation(page).getByLabel("Type GLOBEX to confirm").fill("GLOBEX");
    await expect(remove).not.toHaveAttribute("aria-disabled", "true");
    await confirmation(page).getByRole("button", { name: "Cancel" }).click();

    await page.goto("/tenants?q=OWNER");
    await expect(page.getByRole("button", { name: "The owner company cannot be deleted" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await page.getByRole("button", { name: "Edit Intellibox" }).click();
    await expect(dialog(page).getByLabel("Status")).toBeDisabled();
    await expect(dialog(page).getByLabel(/Owner company/)).toBeChecked();
    await expect(dialog(page).getByLabel(/Owner company/)).toBeDisabled();
  });

  test("an admin sees only the own company, and can change only its name, contacts and address [CMY-12]", async ({
    page,
  }) => {
    await signInAs(page, "admin", "/tenants");
    await expect(row(page, "Acme Traders")).toBeVisible();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByRole("form", { name: "Filters" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add company" })).toHaveCount(0);
    await page.getByRole("button", { name: "Edit Acme Traders" }).click();
    const form = dialog(page);
    for (const fixed of ["Code", "Slug", "GST number"])
      await expect(form.getByLabel(fixed)).toHaveAttribute("readonly", "");
    await expect(form.getByLabel("Status")).toBeDisabled();
    await form.getByLabel("Contact phone").fill("+91 22 5555 0000");
    await form.getByRole("button", { name: "Save" }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole("button", { name: "Edit Acme Traders" }).click();
    await expect(form.getByLabel("Contact phone")).toHaveValue("+91 22 5555 0000");
  });

  test("a list that cannot be loaded shows an error [ERR-12]", async ({ page }) => {
    await page.route(/\/api\/tenants\?/, (route) => route.fulfill({ status: 400, body: "{}" }));
    await signInAs(page, "owner", "/tenants");
    await expect(page.getByRole("main").getByText("Failed to load tenants")).toBeVisible();
  });
});

test("companies are accessible, light and dark, wide and narrow", async ({ page }) => {
  test.slow();
  await signInAs(page, "owner", "/tenants?q=ACME");
  await expect(row(page, "ACME")).toBeVisible();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("button", { name: "ACME", exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleInAllLooks(page);
});

test("plans are accessible, light and dark, wide and narrow", async ({ page }) => {
  test.slow();
  await signInAs(page, "owner", "/plans");
  await page.getByRole("button", { name: "GROWTH", exact: true }).click();
  await expectAccessibleInAllLooks(page);
  await page.getByRole("button", { name: "Edit Growth" }).click();
  await expectAccessibleInAllLooks(page);
  await dialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete Growth" }).click();
  await expectAccessibleInAllLooks(page);
});
