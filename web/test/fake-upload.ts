import { onTestFinished, vi } from "vitest";

export type SentForm = { method: string; url: string; headers: Record<string, string>; form: FormData };
type Outcome = { status: number; text: string } | "unreachable";

/** Replaces XMLHttpRequest, which uploads use. */
export function fakeUploads(answer: (sent: SentForm) => Outcome) {
  const sent: SentForm[] = [];
  class FakeRequest {
    status = 0;
    responseText = "";
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    onloadend?: () => void;
    #method = "";
    #url = "";
    #headers: Record<string, string> = {};
    open(method: string, url: string) {
      this.#method = method;
      this.#url = url;
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    abort() {
      this.onabort?.();
    }
    send(form: FormData) {
      const request = { method: this.#method, url: this.#url, headers: this.#headers, form };
      sent.push(request);
      queueMicrotask(() => this.#finish(answer(request)));
    }
    #finish(outcome: Outcome) {
      this.upload.onprogress?.({ loaded: 50, total: 100 });
      if (outcome === "unreachable") this.onerror?.();
      else {
        this.status = outcome.status;
        this.responseText = outcome.text;
        this.onload?.();
      }
      this.onloadend?.();
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}
