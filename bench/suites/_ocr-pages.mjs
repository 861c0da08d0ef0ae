// The pages that the suite `ocr` renders: known texts, and their layout, skew and noise.
const TEXTS = {
  eng: [
    'The harbour office keeps a log of every vessel that enters the basin. In 2024 it recorded 1,482 arrivals, of which 317 came at night.',
    'The pilot station lies 4.5 km south of the breakwater, and its crew of twelve works in two shifts. Whoever asks for a pilot names the draught, the cargo and the last port of call.',
    'Fees are due within thirty days. A vessel that stays longer than a week pays half of the fee for each further day, but never more than 900 crowns in a month.',
    'The old crane on the eastern quay was taken down in March; its foundations will carry a shed for nets. Fishermen who stored their gear there were given room in Hall 7.',
    'Ice closed the inner fairway from 9 to 21 February. Two tugs kept a channel open for the ferry, which ran every other hour and carried 2,316 passengers in those days.',
  ],
  deu: [
    'Das Hafenamt führt Buch über jedes Schiff, das in das Becken einläuft. Im Jahr 2024 waren es 1.482 Ankünfte, davon 317 bei Nacht.',
    'Die Lotsenstation liegt 4,5 km südlich der Mole; ihre zwölf Leute arbeiten in zwei Schichten. Wer einen Lotsen anfordert, nennt Tiefgang, Ladung und den letzten Hafen.',
    'Gebühren sind binnen dreißig Tagen fällig. Wer länger als eine Woche liegt, zahlt für jeden weiteren Tag die Hälfte, höchstens jedoch 900 Kronen im Monat.',
    'Der alte Kran am östlichen Kai wurde im März abgebaut; auf seinen Grundmauern entsteht ein Schuppen für Netze. Die Fischer erhielten dafür Plätze in Halle 7.',
  ],
  fra: [
    'La capitainerie tient un registre de chaque navire qui entre dans le bassin. En 2024, elle a compté 1 482 arrivées, dont 317 de nuit.',
    'La station des pilotes se trouve à 4,5 km au sud de la jetée ; ses douze marins travaillent en deux équipes. Qui demande un pilote indique le tirant d’eau, la cargaison et le dernier port.',
    'Les droits sont dus sous trente jours. Un navire qui reste plus d’une semaine paie la moitié pour chaque jour supplémentaire, sans jamais dépasser 900 couronnes par mois.',
    'La vieille grue du quai est a été démontée en mars ; ses fondations porteront un hangar à filets. Les pêcheurs ont reçu des places dans la halle 7.',
  ],
  spa: [
    'La oficina del puerto lleva un registro de cada barco que entra en la dársena. En 2024 anotó 1.482 llegadas, de las cuales 317 fueron de noche.',
    'La estación de prácticos está a 4,5 km al sur del espigón y su tripulación de doce personas trabaja en dos turnos. Quien pide un práctico indica el calado, la carga y el último puerto.',
    'Las tasas vencen a los treinta días. El barco que se queda más de una semana paga la mitad por cada día más, pero nunca más de 900 coronas al mes.',
    'La vieja grúa del muelle este se desmontó en marzo; sobre sus cimientos habrá un almacén de redes. Los pescadores recibieron sitio en la nave 7.',
  ],
  ell: [
    'Το γραφείο του λιμανιού κρατά ημερολόγιο για κάθε πλοίο που μπαίνει στη λεκάνη. Το 2024 κατέγραψε 1.482 αφίξεις, από τις οποίες 317 ήταν νυχτερινές.',
    'Ο σταθμός των πλοηγών βρίσκεται 4,5 χιλιόμετρα νότια του κυματοθραύστη και οι δώδεκα άνθρωποί του εργάζονται σε δύο βάρδιες.',
    'Τα τέλη πληρώνονται μέσα σε τριάντα ημέρες. Το πλοίο που μένει περισσότερο από μία εβδομάδα πληρώνει το μισό για κάθε επόμενη ημέρα.',
    'Ο παλιός γερανός της ανατολικής αποβάθρας αφαιρέθηκε τον Μάρτιο. Οι ψαράδες πήραν θέσεις στην αίθουσα 7.',
  ],
};

const TABLE = [
  ['Month', 'Arrivals', 'Night', 'Fees'],
  ['January', '112', '20', '48,300'],
  ['February', '98', '17', '41,120'],
  ['March', '131', '29', '57,890'],
  ['April', '127', '31', '55,410'],
  ['May', '143', '35', '61,075'],
  ['June', '150', '38', '64,220'],
];

const page = (name, options = {}) => ({
  name,
  language: 'eng',
  languages: [options.language ?? 'eng'],
  font: 'DejaVu Serif',
  points: 12,
  dpi: 300,
  skew: 0,
  noise: 0,
  blur: 0,
  shade: 0,
  quality: 90,
  layout: 'text',
  style: '',
  asPdf: false,
  ...options,
});

export const PAGES = [
  page('serif, 12 pt'),
  page('serif, 12 pt, in a PDF', { asPdf: true }),
  page('sans, 12 pt', { font: 'DejaVu Sans' }),
  page('mono, 11 pt', { font: 'DejaVu Sans Mono', points: 11 }),
  page('sans, condensed', { font: 'DejaVu Sans', style: 'font-stretch:condensed' }),
  page('serif, bold and italic', { style: 'font-weight:bold;font-style:italic' }),
  page('serif, 9 pt', { points: 9 }),
  page('sans, 7 pt', { font: 'DejaVu Sans', points: 7 }),
  page('200 dots an inch', { dpi: 200 }),
  page('150 dots an inch', { dpi: 150 }),
  page('100 dots an inch', { dpi: 100 }),
  page('skewed by 1°', { skew: 1 }),
  page('skewed by 2°, 200 dots', { skew: 2, dpi: 200 }),
  page('skewed by −4°', { skew: -4, dpi: 200 }),
  page('skewed by 8°', { skew: 8, dpi: 200 }),
  page('a little noise', { noise: 30, dpi: 200 }),
  page('much noise', { noise: 75, dpi: 200 }),
  page('blurred', { blur: 1.6, dpi: 200 }),
  page('half in shadow', { shade: 0.75, dpi: 200 }),
  page('half in shadow, noise, skewed', { shade: 0.6, noise: 35, skew: 1.5, dpi: 200 }),
  page('saved badly (JPEG 25)', { quality: 25, dpi: 150 }),
  page('two columns', { layout: 'columns', points: 10, dpi: 200 }),
  page('two columns, skewed by 2°', { layout: 'columns', points: 10, dpi: 200, skew: 2 }),
  page('table without rules, in a PDF', { layout: 'table', dpi: 200, asPdf: true }),
  page('table with rules, in a PDF', { layout: 'ruled', dpi: 200, asPdf: true }),
  page('table with rules, a photograph', { layout: 'ruled', dpi: 200 }),
  page('table with rules, skewed by 5°, in a PDF', { layout: 'ruled', dpi: 200, skew: 5, asPdf: true }),
  page('German', { language: 'deu', dpi: 200 }),
  page('French', { language: 'fra', dpi: 200 }),
  page('Spanish, skewed by 1°', { language: 'spa', dpi: 200, skew: 1 }),
  page('Greek', { language: 'ell', dpi: 200 }),
  page('Greek, found by its script', { language: 'ell', languages: ['eng', 'deu', 'ell'], dpi: 200 }),
];

const textsOf = ({ language, layout }) =>
  layout === 'columns' ? [...TEXTS[language], ...TEXTS[language]] : TEXTS[language];

/** The words of a page in reading order. */
export function wordsOf(one) {
  const text = one.layout === 'table' || one.layout === 'ruled' ? TABLE.flat() : [];
  return [...(one.layout === 'text' || one.layout === 'columns' ? textsOf(one) : [TEXTS.eng[0]]), ...text]
    .join(' ')
    .split(/\s+/u);
}

/** The page as HTML, one CSS pixel per point. */
export function htmlOf(one) {
  const paragraphs = textsOf(one).map((text) => `<p style="margin:0 0 .8em">${text}</p>`);
  const rule = one.layout === 'ruled' ? 'border:1px solid #000' : '';
  const rows = TABLE.map(
    (row) => `<tr>${row.map((cell) => `<td style="padding:4px 18px;${rule}">${cell}</td>`).join('')}</tr>`,
  );
  const body =
    one.layout === 'text'
      ? paragraphs.join('')
      : one.layout === 'columns'
        ? `<div style="column-count:2;column-gap:28px;text-align:justify">${paragraphs.join('')}</div>`
        : `<p style="margin:0 0 1em">${TEXTS.eng[0]}</p><table style="border-collapse:collapse">${rows.join('')}</table>`;
  return `<body style="margin:0;background:#fff"><div style="padding:48px;font:${one.points}px/1.45 '${one.font}';${one.style};transform:rotate(${one.skew}deg)" lang="${one.language}">${body}</div></body>`;
}
