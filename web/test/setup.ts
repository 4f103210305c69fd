import { act, cleanup, configure, renderHook } from "@testing-library/react";
import { useToaster } from "react-hot-toast/headless";
import { afterEach, vi } from "vitest";
import { forgetActingTenant } from "#lib/session/acting-tenant.ts";
import { clearSession } from "#lib/session/session.ts";
import { toast } from "#lib/toast.ts";
import { Confirm } from "#components/ui/confirm.tsx";
import { preloadModal } from "#components/ui/modal.tsx";
import { endTimers } from "./test-timers.ts";

// A test sees a dialog as soon as it is opened, as a user does after the page's first seconds.
await Promise.all([Confirm.preload(), preloadModal()]);

// The default of one second is too short to load the editor's code on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Each test begins signed out, with empty storage, an empty page, no toast and no timer of an earlier test.
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  clearToasts();
  endTimers();
  clearSession();
  forgetActingTenant();
  localStorage.clear();
  sessionStorage.clear();
});

function clearToasts() {
  toast.removeAll();
  // A pointer that a test left over a toast would hold up the toasts of later tests.
  const { result, unmount } = renderHook(() => useToaster());
  act(() => result.current.handlers.endPause());
  unmount();
}

// happy-dom has no top layer.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
