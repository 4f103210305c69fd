import { expect, test } from "vitest";
import { composeDraft } from "./draft.ts";

const draft = (intent: string) =>
  composeDraft({ intent, tone: "professional", context: "", sender: "Alex Morgan" }).body.replace(/\s+/g, " ");

// An intent, the greeting, and what the body says.
const said: [intent: string, greeting: string, ...sentences: string[]][] = [
  // German
  [
    "Teile Herrn Brandt mit, dass sein Auto erst am Donnerstag fertig wird, das Ersatzteil kommt aus Italien",
    "Herr Brandt,",
    "dass Ihr Auto erst am Donnerstag fertig wird. Das Ersatzteil kommt aus Italien.",
  ],
  [
    "Bitte Frau Dr. Seidel um einen Rückruf bis morgen 14 Uhr",
    "Frau Dr. Seidel,",
    "ich bitte Sie um einen Rückruf bis morgen 14 Uhr.",
  ],
  [
    "Frag Lukas ob er am Samstag für Anna einspringen kann und ob er noch Handschuhe hat",
    "Lukas,",
    "ob Sie am Samstag für Anna einspringen können und ob Sie noch Handschuhe haben?",
  ],
  ["Lehn das Angebot von Möbel Krause ab, zu teuer", "Möbel Krause,", "leider muss ich Ihr Angebot ablehnen."],
  [
    "den Mietern im Haus Gartenstraße 4 ankündigen, dass am 3.11. das Wasser abgestellt wird",
    "zusammen,",
    "dass am 3.11. das Wasser abgestellt wird.",
  ],
  [
    "Frau Ostermann hat ihren Pass beantragt, sie muss ein neues Foto bringen",
    "Frau Ostermann,",
    "Sie haben Ihren Pass beantragt.",
    "Sie müssen ein neues Foto bringen.",
  ],
  [
    "Wünsch Herrn Falk gute Besserung und sag ihm, dass Petra seine Schicht am Montag übernimmt",
    "Herr Falk,",
    "ich wünsche Ihnen gute Besserung. Ich möchte Ihnen mitteilen, dass Petra Ihre Schicht am Montag übernimmt.",
  ],
  [
    "Verschiebe den Termin mit Herrn Adler auf Dienstag 10 Uhr",
    "Herr Adler,",
    "unseren Termin auf Dienstag 10 Uhr verschieben.",
  ],
  [
    "Kollegin Frau Tietz muss wissen, dass der Prüfer kommt und sie den Ordner 4 mitbringen soll",
    "Frau Tietz,",
    "dass der Prüfer kommt und Sie den Ordner 4 mitbringen sollen.",
  ],
  [
    "Unserem Vermieter schreiben, dass die Klingel kaputt ist, und fragen, wann er einen Elektriker schickt",
    "Guten Tag,",
    "dass die Klingel kaputt ist. Könnten Sie mir bitte sagen, wann Sie einen Elektriker schicken?",
  ],
  ["An alle: Parkplatz ist Mittwoch gesperrt", "zusammen,", "Parkplatz ist Mittwoch gesperrt."],
  // French
  [
    "demander à la mairie si le parc est libre le 21 juin. préciser qu'on apporte nos tables. ton cordial",
    "Bonjour,",
    "si le parc est libre le 21 juin ? Je vous informe qu'on apporte nos tables. Cordialement",
  ],
  [
    "Demande à Thomas de m'envoyer le planning de la semaine 32 avant jeudi midi",
    "Thomas,",
    "Je vous prie de m'envoyer le planning de la semaine 32 avant jeudi midi.",
  ],
  ["Dis à M. Garnier qu'il doit régler 640 € avant le 30", "Monsieur Garnier,", "vous devez régler 640 € avant le 30."],
  [
    "Propose à Julie un déjeuner mercredi et demande-lui si elle préfère italien ou japonais",
    "Julie,",
    "Je vous propose un déjeuner mercredi.",
    "si vous préférez italien ou japonais ?",
  ],
  [
    "Annuler le rendez-vous de M. Petit du 5 mars, lui proposer le 12 ou le 14",
    "Monsieur Petit,",
    "annuler votre rendez-vous du 5 mars.",
    "Je vous propose le 12 ou le 14.",
  ],
  [
    "Prévenir Léo que son train part à 6h12, qu'il n'oublie pas son passeport",
    "Léo,",
    "votre train part à 6h12. Merci de ne pas oublier votre passeport.",
  ],
  [
    "Excuse-toi auprès de M. et Mme Lopez pour le bruit de samedi",
    "Monsieur et Madame Lopez,",
    "mes excuses pour le bruit de samedi.",
  ],
  // Spanish
  [
    "escribir al casero, Don Emilio, que la caldera pierde agua. pedirle que mande un técnico",
    "Estimado Don Emilio:",
    "Le informo de que la caldera pierde agua. Por favor, mande un técnico.",
  ],
  [
    "Pídele a la Sra. Vidal que nos mande el contrato firmado antes del 15",
    "Estimada Sra. Vidal:",
    "Por favor, mándenos el contrato firmado antes del 15.",
  ],
  [
    "Recuérdales a los socios que la cuota de 45 € vence el 31 de marzo",
    "a todos:",
    "Les recuerdo que la cuota de 45 € vence el 31 de marzo.",
  ],
  [
    "Discúlpate con Elena por el retraso de la entrega y ofrécele un 10 % de descuento",
    "Estimada Elena:",
    "Le pido disculpas por el retraso de la entrega. Le ofrezco un 10 % de descuento.",
  ],
  [
    "Solicita a la gestoría un certificado de retenciones de 2024",
    "Buenos días:",
    "Quisiera pedirle un certificado de retenciones de 2024.",
  ],
  [
    "necesito que le digas a Sofía que mañana no hay ensayo",
    "Estimada Sofía:",
    "Le informo de que mañana no hay ensayo.",
  ],
  // Portuguese
  [
    "Avise a Dona Marta que o exame dela está pronto, ela pode buscar das 8h às 17h",
    "Prezada Dona Marta,",
    "Informo que o seu exame está pronto. Você pode buscar das 8h às 17h.",
  ],
  [
    "Agradece ao Sr. Nogueira pela visita de ontem e diz que a proposta segue na quinta",
    "Prezado Sr. Nogueira,",
    "Muito obrigado pela visita de ontem. Informo que a proposta segue na quinta.",
  ],
  [
    "Recusar o pedido do Sr. Matos de desconto de 15%, oferecer frete grátis",
    "Sr. Matos,",
    "Lamento ter de recusar o seu pedido de desconto de 15%. Posso oferecer frete grátis.",
  ],
  [
    "Cancela a consulta do Sr. Torres de amanhã, sugerir dia 17",
    "Prezado Sr. Torres,",
    "cancelar a sua consulta de amanhã. Proponho dia 17.",
  ],
  [
    "Manda um email ao condomínio a pedir a ata da reunião de 6 de março",
    "Bom dia,",
    "Gostaria de pedir a ata da reunião de 6 de março.",
  ],
  // Hindi
  ["रमेश जी को ₹12,000 बकाया याद दिलाओ", "रमेश जी,", "आपको ₹12,000 बकाया याद दिला रहे हैं।"],
  [
    "सुरेश को बताओ कि उसका पार्सल कल तक पहुँच जाएगा, ट्रक खराब हो गया था",
    "सुरेश,",
    "आपका पार्सल कल तक पहुँच जाएगा। ट्रक खराब हो गया था।",
  ],
  ["बैंक मैनेजर को लिखो कि मेरा खाता 3391 बंद कर दें", "नमस्ते,", "आपसे अनुरोध है कि मेरा खाता 3391 बंद कर दें।"],
  ["विक्रम से अनुरोध करो कि वह रिपोर्ट 15 तक दे दे", "विक्रम,", "आपसे अनुरोध है कि आप रिपोर्ट 15 तक दे दें।"],
  // Hinglish
  [
    "Dr Mehra ka appointment cancel karo, agle hafte ka time maango",
    "Dr Mehra,",
    "Sorry, aapka appointment cancel karna pad raha hai. Humein agle hafte ka time chahiye.",
  ],
  [
    "Neha ko batao ki uska interview Monday 11 baje hai, original documents laana hai",
    "Neha,",
    "aapka interview Monday 11 baje hai. Original documents laana hai.",
  ],
  [
    "Anil bhai ko yaad dilao payment 45,000 ka, due date 10 thi",
    "Anil bhai,",
    "Yeh payment 45,000 ka reminder hai. Due date 10 thi.",
  ],
];

test.each(said)("an order in another language is said to its reader: %s", (intent, greeting, ...sentences) => {
  const body = draft(intent);
  expect(body).toContain(greeting);
  for (const sentence of sentences) expect(body).toContain(sentence);
});

// The verb is not in the grammar, or the person is not certain.
test.each([
  ["Beschwichtige Frau Kern wegen der 3 Risse im Putz", "Beschwichtige"],
  ["Amadouer Mme Roy avec un geste de 50 €", "Amadouer"],
  ["Tranquiliza a Marta con lo de la factura 88", "Tranquiliza"],
  ["Ver com o João se ele já comprou as 4 tintas", "Ver com"],
  ["Acalma o Sr. Dias com o prazo de 9 dias", "Acalma"],
  ["सुरेश को 3 बार मनाओ", "मनाओ"],
])("words that the grammar does not know stand in brackets: %s", (intent, word) => {
  const body = draft(intent);
  expect(body.replace(/\[[^\]]*\]/g, "[]")).not.toContain(word);
  expect(body).toContain(`[${intent}`);
});

test("a name or a number of the intent is never lost", () => {
  for (const [intent] of said) {
    const body = draft(intent);
    for (const number of intent.match(/\d+/g) ?? []) if (!/Gartenstraße/.test(intent)) expect(body).toContain(number);
  }
});

test("a long intent of commas and orders is read in bounded time", () => {
  for (const unit of ["a, ", "und er ", "pedir a ", "1.2. ", "Maria de la "])
    expect(draft(`dile a la Sra. Vidal que ${unit.repeat(700)}`).length).toBeLessThan(12_000);
});
