/** Realistic sheets, and questions whose answers are computed here without the code under test. */
interface SheetQuestion {
  question: string;
  /** The last cell of the first row, or all cells of all rows; null: no table may answer. */
  answer: string | string[][] | null;
}

export interface QuestionSheet {
  title: string;
  name: string;
  rows: string[][];
  questions: SheetQuestion[];
}

type Row = Record<string, string | number>;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const text = (value: number) => String(Number(value.toPrecision(12)));
const column = (rows: readonly Row[], name: string) => rows.map((row) => Number(row[name]));
const total = (rows: readonly Row[], name: string) => text(sum(column(rows, name)));
const rounded = (value: number) => String(Number(value.toFixed(2)));
const mean = (rows: readonly Row[], name: string) => rounded(sum(column(rows, name)) / rows.length);
const median = (rows: readonly Row[], name: string) => {
  const sorted = column(rows, name).toSorted((left, right) => left - right);
  const half = sorted.length / 2;
  return text(
    Number.isInteger(half)
      ? ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
      : (sorted[Math.floor(half)] ?? 0),
  );
};
const groups = (rows: readonly Row[], by: string) => {
  const found = new Map<string, Row[]>();
  for (const row of rows) found.set(String(row[by]), [...(found.get(String(row[by])) ?? []), row]);
  return [...found];
};
const totals = (rows: readonly Row[], by: string, of: string) =>
  groups(rows, by).map(([name, part]) => [name, total(part, of)]);
const sorted = (pairs: string[][], direction: 1 | -1) =>
  pairs.toSorted((left, right) => direction * (Number(left[1]) - Number(right[1])));
const best = (rows: readonly Row[], by: string, of: string, direction: 1 | -1) => {
  const value = Math[direction === 1 ? 'max' : 'min'](...column(rows, of));
  return rows.filter((row) => row[of] === value).map((row) => [String(row[by]), String(row[of])]);
};
const where = (rows: readonly Row[], test: (row: Row) => boolean) => rows.filter(test);

/** A seeded random generator. */
function chance(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function cells(
  header: readonly string[],
  rows: readonly Row[],
  write: (row: Row, name: string) => string = (row, name) => String(row[name]),
): string[][] {
  return [[...header], ...rows.map((row) => header.map((name) => write(row, name)))];
}

export function questionSheets(): QuestionSheet[] {
  const pick = chance(7);
  const one = <T>(list: readonly T[]): T => list[pick(list.length)] as T;
  const make = (count: number, row: (index: number) => Row) =>
    Array.from({ length: count }, (_, index) => row(index));

  const sales = make(120, (index) => ({
    Order: `S-${1000 + index}`,
    Date: `2025-${String(1 + pick(12)).padStart(2, '0')}-${String(1 + pick(28)).padStart(2, '0')}`,
    Region: one(['North', 'South', 'East', 'West']),
    Product: one(['Desk lamp', 'Office chair', 'Bookshelf', 'Standing desk']),
    Units: 1 + pick(40),
    Amount: 20 + pick(900),
  }));
  const staff = make(24, (index) => ({
    Employee: `${one(['Ana', 'Bram', 'Chidi', 'Dara', 'Eli', 'Fumi', 'Gus', 'Hana'])} ${String.fromCodePoint(65 + index)}.`,
    Department: one(['Engineering', 'Finance', 'Support']),
    Salary: 38_000 + index * 1_371,
    'Vacation days': 20 + pick(11),
    'Start date': `20${15 + pick(10)}-0${1 + pick(9)}-1${pick(9)}`,
  }));
  const stock = make(30, (index) => ({
    Item: `Part ${String.fromCodePoint(65 + (index % 26))}${index}`,
    Warehouse: one(['Lisbon', 'Porto', 'Faro']),
    Quantity: pick(500),
    'Unit price': Number((1 + pick(9_900) / 100).toFixed(2)),
  }));
  const budget = make(9, (index) => ({
    Item:
      ['Rent', 'Travel', 'Training', 'Hardware', 'Licences', 'Catering', 'Insurance', 'Printing', 'Cleaning'][
        index
      ] ?? '',
    Category: index % 3 === 0 ? 'Fixed' : 'Variable',
    Planned: 500 + pick(5_000),
    Spent: 400 + pick(5_000),
  }));
  const voyages = make(40, (index) => ({
    Voyage: `V${index + 1}`,
    Ship: one(['Aurora', 'Brisa', 'Calypso']),
    Port: one(['Cadiz', 'Genoa', 'Malta', 'Tunis']),
    Year: 1890 + pick(6),
    Tons: 50 + pick(900),
    Days: 5 + pick(40),
  }));
  const trial = make(60, (index) => ({
    Patient: `P${index + 1}`,
    Arm: one(['Placebo', 'Treatment']),
    Age: 20 + pick(60),
    'Weight (kg)': 50 + pick(60),
    Outcome: one(['Improved', 'Unchanged', 'Worse']),
  }));
  const cities = make(12, (index) => ({
    City:
      [
        'Aveiro',
        'Braga',
        'Coimbra',
        'Évora',
        'Faro',
        'Guarda',
        'Leiria',
        'Lisbon',
        'Porto',
        'Setúbal',
        'Viseu',
        'Beja',
      ][index] ?? '',
    Country: index < 10 ? 'Portugal' : 'Other',
    Population: 20_000 + pick(500_000),
    Area: 50 + pick(900),
  }));
  const tickets = make(80, (index) => ({
    Ticket: `T-${index + 1}`,
    Status: one(['open', 'closed', 'waiting']),
    Priority: one(['low', 'medium', 'high']),
    Agent: one(['Ines', 'Jonas', 'Kei']),
    Hours: Number((pick(160) / 4).toFixed(2)),
  }));
  const energy = make(24, (index) => ({
    Month: `${2024 + Math.floor(index / 12)}-${String(1 + (index % 12)).padStart(2, '0')}`,
    Building: 'Main hall',
    Electricity: 800 + pick(700),
    Gas: 100 + pick(400),
  }));
  const invoices = make(50, (index) => ({
    Invoice: `R${index + 1}`,
    Customer: one(['Almeida', 'Costa Lda', 'Duarte & Filhos', 'Esteves']),
    Betrag: Number((10 + pick(200_000) / 100).toFixed(2)),
    Paid: one(['yes', 'no']),
  }));
  const german = (value: number) => value.toLocaleString('de-DE', { minimumFractionDigits: 2 });

  return [
    {
      title: 'Sales 2025',
      name: 'sales-2025.csv',
      rows: cells(['Order', 'Date', 'Region', 'Product', 'Units', 'Amount'], sales),
      questions: [
        { question: 'What is the total amount?', answer: total(sales, 'Amount') },
        {
          question: 'What is the total amount for the North region?',
          answer: total(
            where(sales, (row) => row['Region'] === 'North'),
            'Amount',
          ),
        },
        {
          question: 'What was the average amount in the South?',
          answer: mean(
            where(sales, (row) => row['Region'] === 'South'),
            'Amount',
          ),
        },
        {
          question: 'How many units were sold in the West?',
          answer: total(
            where(sales, (row) => row['Region'] === 'West'),
            'Units',
          ),
        },
        {
          question: 'What is the sum of units for office chairs?',
          answer: total(
            where(sales, (row) => row['Product'] === 'Office chair'),
            'Units',
          ),
        },
        { question: 'Total amount per region', answer: totals(sales, 'Region', 'Amount') },
        {
          question: 'Which region has the highest total amount?',
          answer: sorted(totals(sales, 'Region', 'Amount'), -1).slice(0, 1),
        },
        {
          question: 'Which product has the lowest total units?',
          answer: sorted(totals(sales, 'Product', 'Units'), 1).slice(0, 1),
        },
        {
          question: 'What was the total amount in March 2025?',
          answer: total(
            where(sales, (row) => String(row['Date']).startsWith('2025-03')),
            'Amount',
          ),
        },
        {
          question: 'What is the total amount of desk lamps in the East?',
          answer: total(
            where(sales, (row) => row['Product'] === 'Desk lamp' && row['Region'] === 'East'),
            'Amount',
          ),
        },
        { question: 'What is the median amount?', answer: median(sales, 'Amount') },
        { question: 'How many different products are there?', answer: '4' },
        { question: 'What share of the amount came from the North?', answer: null },
        { question: 'What is the total weight of the orders?', answer: null },
        { question: 'What is the total amount of cancelled orders?', answer: null },
        { question: 'What is the total amount for the North with more than 5 returns?', answer: null },
      ],
    },
    {
      title: 'Staff list',
      name: 'staff.xlsx',
      // A title and an empty row above the header, as in many sheets.
      rows: [
        ['Staff, confidential', '', '', '', ''],
        ...cells(['Employee', 'Department', 'Salary', 'Vacation days', 'Start date'], staff, (row, name) =>
          name === 'Salary' ? `€${Number(row[name]).toLocaleString('en')}` : String(row[name]),
        ),
      ],
      questions: [
        { question: 'What is the average salary?', answer: mean(staff, 'Salary') },
        {
          question: 'What is the average salary in Engineering?',
          answer: mean(
            where(staff, (row) => row['Department'] === 'Engineering'),
            'Salary',
          ),
        },
        {
          question: 'Who has the highest salary?',
          answer: best(staff, 'Employee', 'Salary', 1).map(([name, salary]) => [
            name ?? '',
            `€${Number(salary).toLocaleString('en')}`,
          ]),
        },
        {
          question: 'How many employees are in Finance?',
          answer: String(where(staff, (row) => row['Department'] === 'Finance').length),
        },
        {
          question: 'Total vacation days of Support',
          answer: total(
            where(staff, (row) => row['Department'] === 'Support'),
            'Vacation days',
          ),
        },
        {
          question: 'Average vacation days per department',
          answer: groups(staff, 'Department').map(([name, rows]) => [name, mean(rows, 'Vacation days')]),
        },
        {
          question: 'How many employees have a salary above 60,000?',
          answer: String(where(staff, (row) => Number(row['Salary']) > 60_000).length),
        },
        {
          question: 'How many employees have more than 25 vacation days?',
          answer: String(where(staff, (row) => Number(row['Vacation days']) > 25).length),
        },
        {
          question: 'How many employees are there per department?',
          answer: groups(staff, 'Department').map(([name, rows]) => [name, String(rows.length)]),
        },
        {
          question: 'How many different departments are there?',
          answer: String(groups(staff, 'Department').length),
        },
        { question: 'Why is the average salary so low?', answer: null },
      ],
    },
    {
      title: 'Stock',
      name: 'stock.csv',
      rows: cells(['Item', 'Warehouse', 'Quantity', 'Unit price'], stock),
      questions: [
        {
          question: 'What is the total quantity in Porto?',
          answer: total(
            where(stock, (row) => row['Warehouse'] === 'Porto'),
            'Quantity',
          ),
        },
        { question: 'What is the average unit price?', answer: mean(stock, 'Unit price') },
        { question: 'Which item has the highest unit price?', answer: best(stock, 'Item', 'Unit price', 1) },
        {
          question: 'Which item has the lowest unit price in Faro?',
          answer: best(
            where(stock, (row) => row['Warehouse'] === 'Faro'),
            'Item',
            'Unit price',
            -1,
          ),
        },
        {
          question: 'How many items have a quantity below 100?',
          answer: String(where(stock, (row) => Number(row['Quantity']) < 100).length),
        },
        {
          question: 'How many items are in the Lisbon warehouse?',
          answer: String(where(stock, (row) => row['Warehouse'] === 'Lisbon').length),
        },
        { question: 'Total quantity by warehouse', answer: totals(stock, 'Warehouse', 'Quantity') },
        {
          question: 'Which warehouse has the most items?',
          answer: sorted(
            groups(stock, 'Warehouse').map(([name, rows]) => [name, String(rows.length)]),
            -1,
          ).slice(0, 1),
        },
        {
          question: 'What is the median quantity in Lisbon?',
          answer: median(
            where(stock, (row) => row['Warehouse'] === 'Lisbon'),
            'Quantity',
          ),
        },
        {
          question: 'What is the total quantity of items with a unit price over 50?',
          answer: total(
            where(stock, (row) => Number(row['Unit price']) > 50),
            'Quantity',
          ),
        },
      ],
    },
    {
      title: 'Office budget',
      name: 'budget.xlsx',
      // With subtotals and a total, which must not be counted twice.
      rows: [
        ...cells(['Item', 'Category', 'Planned', 'Spent'], budget.slice(0, 5)),
        ['Subtotal', '', total(budget.slice(0, 5), 'Planned'), total(budget.slice(0, 5), 'Spent')],
        ...cells(['Item', 'Category', 'Planned', 'Spent'], budget.slice(5)).slice(1),
        ['Total', '', total(budget, 'Planned'), total(budget, 'Spent')],
      ],
      questions: [
        { question: 'What is the total planned in the budget?', answer: total(budget, 'Planned') },
        { question: 'How much was spent?', answer: total(budget, 'Spent') },
        {
          question: 'How much was spent on Travel?',
          answer: total(
            where(budget, (row) => row['Item'] === 'Travel'),
            'Spent',
          ),
        },
        {
          question: 'How much was planned for the Fixed category?',
          answer: total(
            where(budget, (row) => row['Category'] === 'Fixed'),
            'Planned',
          ),
        },
        { question: 'Which item has the highest spent?', answer: best(budget, 'Item', 'Spent', 1) },
        { question: 'What is the average planned?', answer: mean(budget, 'Planned') },
        { question: 'Total spent per category', answer: totals(budget, 'Category', 'Spent') },
        { question: 'How many rows are in the budget table?', answer: '9' },
        {
          question: 'How much was spent on Rent and Cleaning?',
          answer: total(
            where(budget, (row) => row['Item'] === 'Rent' || row['Item'] === 'Cleaning'),
            'Spent',
          ),
        },
        { question: 'What is the difference between planned and spent?', answer: null },
      ],
    },
    {
      title: 'Voyages',
      name: 'voyages.csv',
      rows: cells(['Voyage', 'Ship', 'Port', 'Year', 'Tons', 'Days'], voyages),
      questions: [
        {
          question: 'How many tons did the Aurora carry?',
          answer: total(
            where(voyages, (row) => row['Ship'] === 'Aurora'),
            'Tons',
          ),
        },
        {
          question: 'How many tons went to Genoa in 1892?',
          answer: total(
            where(voyages, (row) => row['Port'] === 'Genoa' && row['Year'] === 1892),
            'Tons',
          ),
        },
        {
          question: 'What is the average number of days of the voyages to Malta?',
          answer: mean(
            where(voyages, (row) => row['Port'] === 'Malta'),
            'Days',
          ),
        },
        {
          question: 'Which ship has the highest total tons?',
          answer: sorted(totals(voyages, 'Ship', 'Tons'), -1).slice(0, 1),
        },
        { question: 'Which voyage took the most days?', answer: best(voyages, 'Voyage', 'Days', 1) },
        {
          question: 'How many voyages were there per ship?',
          answer: groups(voyages, 'Ship').map(([name, rows]) => [name, String(rows.length)]),
        },
        {
          question: 'How many voyages of the Brisa took more than 20 days?',
          answer: String(where(voyages, (row) => row['Ship'] === 'Brisa' && Number(row['Days']) > 20).length),
        },
        {
          question: 'Total tons before 1893',
          answer: total(
            where(voyages, (row) => Number(row['Year']) < 1893),
            'Tons',
          ),
        },
        { question: 'How many different ports are there?', answer: String(groups(voyages, 'Port').length) },
        {
          question: 'What are the top 3 voyages by tons?',
          answer: voyages
            .toSorted((left, right) => Number(right['Tons']) - Number(left['Tons']))
            .slice(0, 3)
            .map((row) => [String(row['Voyage']), String(row['Tons'])]),
        },
      ],
    },
    {
      title: 'Trial results',
      name: 'trial.csv',
      rows: cells(['Patient', 'Arm', 'Age', 'Weight (kg)', 'Outcome'], trial),
      questions: [
        {
          question: 'How many patients improved?',
          answer: String(where(trial, (row) => row['Outcome'] === 'Improved').length),
        },
        {
          question: 'How many patients in the placebo arm improved?',
          answer: String(
            where(trial, (row) => row['Arm'] === 'Placebo' && row['Outcome'] === 'Improved').length,
          ),
        },
        {
          question: 'How many patients in the treatment arm were worse?',
          answer: String(
            where(trial, (row) => row['Arm'] === 'Treatment' && row['Outcome'] === 'Worse').length,
          ),
        },
        { question: 'What is the average age?', answer: mean(trial, 'Age') },
        {
          question: 'What is the average age of the treatment arm?',
          answer: mean(
            where(trial, (row) => row['Arm'] === 'Treatment'),
            'Age',
          ),
        },
        {
          question: 'What is the mean weight of the placebo arm?',
          answer: mean(
            where(trial, (row) => row['Arm'] === 'Placebo'),
            'Weight (kg)',
          ),
        },
        {
          question: 'How many patients have an age of at least 65?',
          answer: String(where(trial, (row) => Number(row['Age']) >= 65).length),
        },
        {
          question: 'How many patients have an age between 30 and 40?',
          answer: String(where(trial, (row) => Number(row['Age']) >= 30 && Number(row['Age']) <= 40).length),
        },
        {
          question: 'How many patients per outcome?',
          answer: groups(trial, 'Outcome').map(([name, rows]) => [name, String(rows.length)]),
        },
        {
          question: 'What is the median age of patients who improved?',
          answer: median(
            where(trial, (row) => row['Outcome'] === 'Improved'),
            'Age',
          ),
        },
      ],
    },
    {
      title: 'Cities',
      name: 'cities.xlsx',
      rows: cells(['City', 'Country', 'Population', 'Area'], cities, (row, name) =>
        name === 'Population'
          ? Number(row[name]).toLocaleString('en')
          : name === 'Area'
            ? `${row[name]} km²`
            : String(row[name]),
      ),
      questions: [
        {
          question: 'Which city has the largest population?',
          answer: best(cities, 'City', 'Population', 1).map(([name, value]) => [
            name ?? '',
            Number(value).toLocaleString('en'),
          ]),
        },
        {
          question: 'Which city has the smallest area?',
          answer: best(cities, 'City', 'Area', -1).map(([name, value]) => [name ?? '', `${value} km²`]),
        },
        { question: 'What is the total population?', answer: total(cities, 'Population') },
        {
          question: 'What is the total population of the cities in Portugal?',
          answer: total(
            where(cities, (row) => row['Country'] === 'Portugal'),
            'Population',
          ),
        },
        {
          question: 'What is the average area of cities in Portugal?',
          answer: mean(
            where(cities, (row) => row['Country'] === 'Portugal'),
            'Area',
          ),
        },
        {
          question: 'How many cities have a population over 200,000?',
          answer: String(where(cities, (row) => Number(row['Population']) > 200_000).length),
        },
        {
          question: 'What is the total area of Évora and Faro?',
          answer: total(
            where(cities, (row) => row['City'] === 'Évora' || row['City'] === 'Faro'),
            'Area',
          ),
        },
        { question: 'What percentage of the population lives in Porto?', answer: null },
        { question: 'Who founded the largest city?', answer: null },
      ],
    },
    {
      title: 'Orders',
      name: 'orders.csv',
      rows: [
        ['Order', 'Customer', 'Product', 'Quantity', 'Price EUR', 'Total EUR'],
        ['1', 'Alder', 'Chisel', '100', '12', '1200'],
        ['2', 'Birch', 'Chisel', '47', '10', '470'],
        ['3', 'Cedar', 'Plane', '10', '90', '900'],
        ['4', 'Alder', 'Chisel', '60', '11', '660'],
        ['5', 'Elm', 'Chisel', '40', '12', '480'],
      ],
      questions: [
        { question: 'What is the sum of Total EUR for all orders?', answer: '3710' },
        { question: 'What is the average Total EUR?', answer: '742' },
        { question: 'What is the total EUR for Alder?', answer: '1860' },
        { question: 'How many chisels did we sell?', answer: '247' },
        { question: 'How many chisels were shipped to Alder?', answer: '160' },
        { question: 'How many chisels are there?', answer: '4' },
        { question: 'How many Alder orders did we ship?', answer: null },
      ],
    },
    {
      title: 'Support tickets',
      name: 'tickets.csv',
      rows: cells(['Ticket', 'Status', 'Priority', 'Agent', 'Hours'], tickets),
      questions: [
        {
          question: 'How many tickets are open?',
          answer: String(where(tickets, (row) => row['Status'] === 'open').length),
        },
        {
          question: 'How many tickets with high priority are waiting?',
          answer: String(
            where(tickets, (row) => row['Priority'] === 'high' && row['Status'] === 'waiting').length,
          ),
        },
        {
          question: 'How many hours did Ines spend?',
          answer: total(
            where(tickets, (row) => row['Agent'] === 'Ines'),
            'Hours',
          ),
        },
        {
          question: 'What is the total of hours for Jonas?',
          answer: total(
            where(tickets, (row) => row['Agent'] === 'Jonas'),
            'Hours',
          ),
        },
        {
          question: 'What is the average of hours for closed tickets?',
          answer: mean(
            where(tickets, (row) => row['Status'] === 'closed'),
            'Hours',
          ),
        },
        {
          question: 'Which agent has the most hours?',
          answer: sorted(totals(tickets, 'Agent', 'Hours'), -1).slice(0, 1),
        },
        { question: 'Total hours per agent', answer: totals(tickets, 'Agent', 'Hours') },
        {
          question: 'How many tickets per status?',
          answer: groups(tickets, 'Status').map(([name, rows]) => [name, String(rows.length)]),
        },
        {
          question: 'How many tickets are not closed?',
          answer: String(where(tickets, (row) => row['Status'] !== 'closed').length),
        },
        {
          question: 'Sum of hours for tickets of low priority',
          answer: total(
            where(tickets, (row) => row['Priority'] === 'low'),
            'Hours',
          ),
        },
      ],
    },
    {
      title: 'Energy use',
      name: 'energy.xlsx',
      rows: cells(['Month', 'Building', 'Electricity', 'Gas'], energy),
      questions: [
        {
          question: 'What is the total electricity in 2024?',
          answer: total(energy.slice(0, 12), 'Electricity'),
        },
        { question: 'What is the total gas in 2025?', answer: total(energy.slice(12), 'Gas') },
        { question: 'How much gas was used in March 2025?', answer: total(energy.slice(14, 15), 'Gas') },
        { question: 'Average electricity', answer: mean(energy, 'Electricity') },
        {
          question: 'Which month has the highest electricity?',
          answer: best(energy, 'Month', 'Electricity', 1),
        },
        { question: 'What is the maximum gas?', answer: best(energy, 'Building', 'Gas', 1) },
        {
          question: 'What is the total gas since 2025-06?',
          answer: total(
            where(energy, (row) => String(row['Month']) >= '2025-06'),
            'Gas',
          ),
        },
        { question: 'What is the total electricity of the Main hall?', answer: total(energy, 'Electricity') },
        { question: 'How did the electricity change?', answer: null },
      ],
    },
    {
      title: 'Rechnungen',
      name: 'rechnungen.csv',
      rows: cells(['Invoice', 'Customer', 'Betrag', 'Paid'], invoices, (row, name) =>
        name === 'Betrag' ? `${german(Number(row[name]))} €` : String(row[name]),
      ),
      questions: [
        { question: 'Wie hoch ist die Summe Betrag?', answer: total(invoices, 'Betrag') },
        { question: 'Summe Betrag', answer: total(invoices, 'Betrag') },
        {
          question: 'What is the total Betrag of Almeida?',
          answer: total(
            where(invoices, (row) => row['Customer'] === 'Almeida'),
            'Betrag',
          ),
        },
        {
          question: 'What is the total Betrag of Duarte & Filhos?',
          answer: total(
            where(invoices, (row) => row['Customer'] === 'Duarte & Filhos'),
            'Betrag',
          ),
        },
        {
          question: 'How many invoices does Esteves have?',
          answer: String(where(invoices, (row) => row['Customer'] === 'Esteves').length),
        },
        {
          question: 'Which customer has the highest total Betrag?',
          answer: sorted(totals(invoices, 'Customer', 'Betrag'), -1).slice(0, 1),
        },
        { question: 'How many customers are there?', answer: String(groups(invoices, 'Customer').length) },
        {
          question: 'List all invoices to Duarte & Filhos.',
          answer: where(invoices, (row) => row['Customer'] === 'Duarte & Filhos').map((row) => [
            String(row['Invoice']),
            'Duarte & Filhos',
            `${german(Number(row['Betrag']))} €`,
            String(row['Paid']),
          ]),
        },
        {
          question: 'What is the sum of the Betrag amounts of the invoices to Almeida?',
          answer: total(
            where(invoices, (row) => row['Customer'] === 'Almeida'),
            'Betrag',
          ),
        },
        { question: 'List all invoices.', answer: null },
        { question: 'List all invoices from Almeida that Duarte signed.', answer: null },
      ],
    },
    {
      title: 'What the kitchen crew may do',
      name: 'crew-skills.csv',
      rows: [
        ['Name', 'Grill', 'Pastry (oven)', 'Fish', 'Till'],
        ['Ana Reis', 'trained', 'no', 'trained', 'no'],
        ['Bo Lind', 'trained', 'learning', 'no', 'trained'],
        ['Cem Arslan', 'no', 'trained', 'trained', 'trained'],
        ['Dina Pohl', 'learning', 'no', 'no', 'trained'],
      ],
      questions: [
        { question: 'How many people are trained for pastry?', answer: '1' },
        { question: 'How many people are trained for fish?', answer: '2' },
        { question: 'How many people are trained at the till?', answer: '3' },
        { question: 'How many people are learning pastry?', answer: '1' },
        { question: 'How many people are trained for soup?', answer: null },
      ],
    },
    {
      title: 'Store of the boatyard',
      name: 'store.csv',
      rows: [
        ['Part', 'On the shelf', 'Minimum on the shelf', 'Price (EUR)'],
        ['Shackle', '14 pieces', '20 pieces', '3.50'],
        ['Anchor chain', '60 m', '25 m', '11.20'],
        ['Cleat', '8 pieces', '8 pieces', '6.10'],
        ['Bilge pump', '0 pieces', '2 pieces', '89.00'],
      ],
      questions: [
        {
          question: 'Which parts are below the minimum?',
          answer: [
            ['Shackle', '14 pieces', '20 pieces', '3.50'],
            ['Bilge pump', '0 pieces', '2 pieces', '89.00'],
          ],
        },
        {
          question: 'Which parts are above their minimum?',
          answer: [['Anchor chain', '60 m', '25 m', '11.20']],
        },
        { question: 'Which painted parts are below the minimum?', answer: null },
      ],
    },
    {
      title: 'Lager der Buchbinderei',
      name: 'lager.csv',
      rows: [
        ['Ware', 'Bestand', 'Mindestbestand'],
        ['Leinen', '12', '30'],
        ['Leim', '9', '4'],
        ['Faden', '3', '5'],
      ],
      questions: [
        {
          question: 'Welche Waren liegen unter dem Mindestbestand?',
          answer: [
            ['Leinen', '12', '30'],
            ['Faden', '3', '5'],
          ],
        },
      ],
    },
  ];
}
