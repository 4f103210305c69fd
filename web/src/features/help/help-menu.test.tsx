import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { useAllCommands, useShortcuts } from "#lib/hooks/shortcuts.ts";
import { MemoryRouter, useLocation } from "#lib/router/router.tsx";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { HelpMenu } from "./help-menu.tsx";
import { markNewsSeen } from "./seen-news.ts";

const openKeys = vi.fn();
function Screen({ onNavigate }: { onNavigate?: () => void }) {
  useShortcuts([{ label: "Keyboard shortcuts", group: "General", keys: "?", run: openKeys }]);
  const commands = useAllCommands();
  const goTo = (label: string) => commands.find((command) => command.label === label)?.run();
  return (
    <>
      <HelpMenu isRail={false} onNavigate={onNavigate} />
      <output>{useLocation().pathname}</output>
      <button type="button" onClick={() => goTo("Privacy")}>
        command
      </button>
    </>
  );
}

/** happy-dom has no popovers, so the test opens the panel as a browser would. */
function open() {
  const panel = screen.getByRole("dialog", { name: "Help", hidden: true });
  for (const type of ["beforetoggle", "toggle"])
    panel.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { newState: "open" }));
  return within(panel);
}

const show = (onNavigate?: () => void) => {
  saveSession(sessionOf("NORMAL_USER"));
  return render(
    <MemoryRouter>
      <Screen {...(onNavigate && { onNavigate })} />
    </MemoryRouter>,
  );
};

test("the menu names guide, shortcuts, news, terms and privacy, and closes the drawer [HLP-04]", async () => {
  const onNavigate = vi.fn();
  show(onNavigate);
  const panel = open();
  const names = (await panel.findAllByRole("link", { hidden: true })).map((link) => link.textContent);
  expect(names).toEqual(["Guide", "What's new", "Terms", "Privacy"]);
  await userEvent.click(panel.getByText("Keyboard shortcuts"));
  await vi.waitFor(() => expect(openKeys).toHaveBeenCalledOnce());
  await userEvent.click(panel.getByText("Terms"));
  expect(screen.getByRole("status").textContent).toBe("/help/terms");
  expect(onNavigate).toHaveBeenCalledTimes(2);
});

test("the command palette opens the pages of help [HLP-04]", async () => {
  show();
  await userEvent.click(screen.getByText("command"));
  expect(screen.getByRole("status").textContent).toBe("/help/privacy");
});

test("a dot says that there are news, for each user until they have seen them [HLP-07]", async () => {
  show();
  const help = () => screen.getByRole("button", { name: /^Help/ });
  expect(help().textContent).toContain("there are news");
  const { user } = sessionOf("NORMAL_USER");
  markNewsSeen("another user");
  expect(help().textContent).toContain("there are news");
  markNewsSeen(user._id);
  await vi.waitFor(() => expect(help().textContent).not.toContain("there are news"));
});
