import { mailServers } from "@intellibox/contract/endpoints/mail-servers";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { MailServerForm } from "./mail-server-form.tsx";

const saved = {
  ...{ host: "imap.example.com", port: 993, secure: true, username: "box", hasPassword: true },
  ...{ allowPlain: false, trustedFingerprint: "" },
};

test("a changed host asks for the password beside its field, and entering it saves", async () => {
  saveSession(sessionOf("ADMIN"));
  const api = fakeApi();
  const again = "The host changed. Enter the password again.";
  api.on(mailServers.updateImap, ({ body }) =>
    (body as { password?: string }).password
      ? { ...saved, host: "other.example.com" }
      : refusal(400, { error: again, code: "invalid", fields: { password: again } }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MailServerForm protocol="imap" tenantId={undefined} saved={saved} />
    </QueryClientProvider>,
  );
  const password = screen.getByLabelText("Password");
  await userEvent.clear(screen.getByLabelText("Host"));
  await userEvent.type(screen.getByLabelText("Host"), "other.example.com");
  await userEvent.click(screen.getByRole("button", { name: /^Save Settings/ }));
  await waitFor(() => expect(password.getAttribute("aria-invalid")).toBe("true"));
  const described = document.getElementById(password.getAttribute("aria-describedby")?.split(" ")[0] ?? "");
  expect(described?.textContent).toContain(again);
  await userEvent.type(password, "a new secret");
  await userEvent.click(screen.getByRole("button", { name: /^Save Settings/ }));
  await waitFor(() => expect(api.callsOf(mailServers.updateImap)).toHaveLength(2));
  await waitFor(() => expect(password.getAttribute("aria-invalid")).not.toBe("true"));
  expect(api.callsOf(mailServers.updateImap)[1]?.body).toMatchObject({
    host: "other.example.com",
    password: "a new secret",
  });
});

test("Reset reloads the page [MCF-08]", async () => {
  saveSession(sessionOf("ADMIN"));
  fakeApi();
  const reload = vi.spyOn(location, "reload").mockImplementation(() => undefined);
  onTestFinished(() => reload.mockRestore());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MailServerForm protocol="imap" tenantId={undefined} saved={saved} />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("Test uses the form's values; an untrusted certificate is shown, and trusting it tests again", async () => {
  saveSession(sessionOf("ADMIN"));
  const api = fakeApi();
  const fingerprint = Array(32).fill("AB").join(":");
  const certificate = { fingerprint, subject: "CN=mail.example.com", validUntil: "2030-01-01T00:00:00.000Z" };
  const error = "The server's certificate is not trusted.";
  api.on(mailServers.testImap, ({ body }) =>
    (body as { settings: { trustedFingerprint: string } }).settings.trustedFingerprint === fingerprint
      ? { message: "Signed in." }
      : refusal(502, { error, code: "outside_failed", certificate }),
  );
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MailServerForm protocol="imap" tenantId={undefined} saved={null} />
    </QueryClientProvider>,
  );
  const run = () => userEvent.click(screen.getByRole("button", { name: /^Test IMAP/ }));
  await run();
  expect(await screen.findByText("Host is required")).toBeTruthy();
  expect(api.callsOf(mailServers.testImap)).toHaveLength(0);

  await userEvent.type(screen.getByLabelText("Host"), "mail.example.com");
  await userEvent.type(screen.getByLabelText("Username"), "box");
  await userEvent.type(screen.getByLabelText("Password"), "a secret");
  expect(screen.queryByLabelText(/Allow without TLS/)).toBeNull();
  await userEvent.click(screen.getByLabelText(/Secure/));
  await userEvent.click(screen.getByLabelText(/Allow without TLS/));
  await run();
  expect(await screen.findByText(fingerprint)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Trust this certificate" }));
  expect(await screen.findByText("Signed in.")).toBeTruthy();
  expect(api.callsOf(mailServers.testImap).at(-1)?.body).toMatchObject({
    settings: { host: "mail.example.com", secure: false, allowPlain: true, trustedFingerprint: fingerprint },
  });
  await userEvent.click(screen.getByRole("button", { name: "Stop trusting" }));
  expect(screen.queryByText(/Only this certificate/)).toBeNull();
});
