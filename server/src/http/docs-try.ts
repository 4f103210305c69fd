// The only script of the documentation page: sends a call with the API key that a reader types. It is fixed text, allowed by its hash,
// and writes what comes back as text only. The key stays in its field and is stored nowhere.
export const tryScript = `
const field = (label, attributes) => {
  const row = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = label;
  const input = document.createElement(attributes.rows ? "textarea" : "input");
  for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value);
  row.append(name, input);
  return [row, input];
};
const send = async (call, values, body, shown) => {
  const key = document.getElementById("key").value.trim();
  const query = new URLSearchParams();
  const headers = key ? { authorization: "Bearer " + key } : {};
  let path = call.dataset.path;
  for (const [place, name, input] of values) {
    if (place === "path") path = path.replace("{" + name + "}", encodeURIComponent(input.value));
    else if (input.value === "") continue;
    else if (place === "query") query.set(name, input.value);
    else headers[name] = input.value;
  }
  if (body && body.value.trim()) headers["content-type"] = "application/json";
  shown.hidden = false;
  shown.textContent = "…";
  try {
    const answer = await fetch(path + (query.size ? "?" + query : ""), {
      method: call.dataset.method, headers, credentials: "omit", redirect: "error",
      body: body && body.value.trim() ? body.value : undefined,
    });
    const type = answer.headers.get("content-type") || "";
    let text = type.includes("json") || type.startsWith("text/") ? await answer.text() : type + ", " + (await answer.blob()).size + " bytes";
    if (type.includes("json")) { try { text = JSON.stringify(JSON.parse(text), null, 2); } catch {} }
    shown.textContent = answer.status + " " + answer.statusText + "\\n" + text.slice(0, 50000);
  } catch (error) {
    shown.textContent = String(error);
  }
};
for (const call of document.querySelectorAll("details[data-path]")) {
  call.addEventListener("toggle", () => {
    const form = document.createElement("form");
    const heading = document.createElement("h3");
    heading.textContent = "Try it";
    form.append(heading);
    const values = [];
    for (const { name, place, required } of JSON.parse(call.dataset.parameters)) {
      const [row, input] = field(name, required ? { required: "" } : {});
      values.push([place, name, input]);
      form.append(row);
    }
    let body;
    if (call.dataset.body) {
      const [row, input] = field("Body (JSON)", { rows: "6", spellcheck: "false" });
      body = input;
      form.append(row);
    }
    const button = document.createElement("button");
    button.textContent = "Send with the key";
    const shown = document.createElement("pre");
    shown.hidden = true;
    shown.tabIndex = 0;
    shown.setAttribute("aria-live", "polite");
    form.append(button, shown);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void send(call, values, body, shown);
    });
    call.lastElementChild.append(form);
  }, { once: true });
}
`;
