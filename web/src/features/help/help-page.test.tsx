import { system } from "@intellibox/contract/endpoints/system";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { MemoryRouter, useLocation } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { HelpPage } from "./help-page.tsx";
import { pages } from "virtual:guide";

const Address = () => {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
};
const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <HelpPage />
      <Address />
    </MemoryRouter>,
  );
const title = () => screen.getByRole("heading", { level: 1 }).textContent;

test("the first page lists every page of the guide, and each opens at its address [HLP-01] [HLP-02]", async () => {
  show("/help");
  expect(title()).toBe("Guide");
  const main = within(screen.getByRole("main"));
  expect(pages.length).toBeGreaterThan(3);
  for (const page of pages) expect(main.getByRole("link", { name: new RegExp(`^${page.title}`) })).toBeTruthy();
  await userEvent.click(main.getByRole("link", { name: /^First steps/ }));
  expect(title()).toBe("First steps");
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  const nav = within(screen.getByRole("navigation", { name: "Pages of the guide" }));
  expect(nav.getByRole("link", { current: "page" }).textContent).toBe("First steps");
});

test("the search shows places of the guide, and keeps its words in the address [HLP-03]", async () => {
  show("/help");
  await userEvent.type(screen.getByRole("searchbox"), "zzzz");
  expect(screen.getByText(/^No part of the guide has these words/)).toBeTruthy();
  await userEvent.clear(screen.getByRole("searchbox"));
  await userEvent.type(screen.getByRole("searchbox"), "cookie");
  const found = within(screen.getByRole("main")).getAllByRole("link");
  expect(found.map((link) => link.getAttribute("href"))).toContain("/help/privacy#cookies-and-storage-in-your-browser");
  expect(screen.getAllByText("cookie", { selector: "mark" }).length).toBeGreaterThan(0);
  expect(screen.getByText("/help?q=cookie")).toBeTruthy();
});

test("an unknown page leads to the contents", () => {
  show("/help/nowhere");
  expect(title()).toBe("Guide");
});

test.each(["terms", "privacy"])("%s names the operator, as far as it is set [HLP-06]", async (slug) => {
  const api = fakeApi();
  api.on(system.operator, () => ({ name: "Acme Traders Ltd", address: null, email: "privacy@acme.test" }));
  show(`/help/${slug}`);
  const card = within(screen.getByRole("region", { name: "Operator" }));
  expect(await card.findByText("Acme Traders Ltd")).toBeTruthy();
  expect(card.getByRole("link").getAttribute("href")).toBe("mailto:privacy@acme.test");
});

test("an installation without an operator's name says whom to ask, and a failure says so [HLP-06]", async () => {
  const api = fakeApi();
  api.on(system.operator, () => ({ name: null, address: null, email: null }));
  const { unmount } = show("/help/terms");
  expect(await screen.findByText(/Ask the person who gave you your account/)).toBeTruthy();
  unmount();
  fakeApi();
  show("/help/terms");
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
});

test("the way back leads visitors to the login page, and users to their first page [HLP-02]", () => {
  const { unmount } = show("/help");
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
  unmount();
  saveSession(sessionOf("ADMIN"));
  show("/help");
  expect(screen.getByRole("link", { name: "Back to Intellibox" }).getAttribute("href")).toBe("/admin");
});

test("the news are those of the changelog, apart from what only operators need [HLP-07]", () => {
  show("/help/whats-new");
  expect(title()).toBe("What's new");
  expect(screen.getByRole("heading", { level: 2, name: "Version 0.1.0" })).toBeTruthy();
  const detailsOf = (text: RegExp, selector: string) => screen.getByText(text, { selector }).closest("details");
  expect(detailsOf(/^Snooze \(/, "li")).toBeNull();
  expect(detailsOf(/^npm run migrate-to$/, "code")).not.toBeNull();
});
