import { expect, test } from "vitest";
import type { OrderLanguage } from "../sentences/orders.ts";
import { readOrders } from "./read-orders.ts";

const notes: [OrderLanguage, intent: string, reader: string, first: string][] = [
  [
    "de",
    "an Fr. Lindqvist: heizung whg 12 wird do 7-12 uhr getauscht",
    "Frau Lindqvist",
    "Heizung Wohnung 12 wird Donnerstag 7-12 Uhr getauscht",
  ],
  ["fr", "merci à Odile Vasseur pr les 500 € de don", "Odile Vasseur", "pour les 500 € de don"],
  ["es", "a Pili - reu mñn a las 17h", "Pili", "reunión mañana a las 17h"],
  ["pt", "jussara - reunião c/ cliente do Recife caiu", "Jussara", "reunião com cliente do Recife caiu"],
  ["hi", "डॉ. मेहता को: मरीज़ की रिपोर्ट आ गई", "डॉ. मेहता", "मरीज़ की रिपोर्ट आ गई"],
  ["hinglish", "rohit - ac ka technician aaj nhi aayega", "Rohit", "ac ka technician aaj nahi aayega"],
];
test.each(notes)(
  "%s: the reader of a note is found, and its short forms are written out: %s",
  (language, intent, reader, first) => {
    const read = readOrders(intent, language);
    expect(read.reader.name).toBe(reader);
    expect(read.said.find(({ text }) => text)?.text).toBe(first);
  },
);

test("a typed greeting names the reader, and nothing of the writer's own mail is turned", () => {
  const read = readOrders("Salut Karim, le client a validé la maquette. Il veut 500 exemplaires", "fr");
  expect(read.reader.greeting).toBe("Salut Karim");
  expect(read.said.map(({ text }) => text)).toEqual(["le client a validé la maquette", "Il veut 500 exemplaires"]);
});

test("a second order behind a statement is no text for the reader", () => {
  const asked = (intent: string, language: OrderLanguage) => readOrders(intent, language).said.at(-1);
  expect(asked("Diga ao Sr. Reis que chega hoje e pergunte se ele quer dois", "pt")).toMatchObject({
    act: "ask",
    text: "quer dois",
  });
  expect(asked("विनय को बताओ कि मैं नहीं आऊँगा। उससे पूछो कि मीटिंग कब है", "hi")).toMatchObject({
    act: "ask",
    text: "मीटिंग कब है",
  });
  expect(asked("Priya ko bolo ki leave approve hai. Usse pucho ki wo kab aayegi", "hinglish")).toMatchObject({
    act: "ask",
  });
});
