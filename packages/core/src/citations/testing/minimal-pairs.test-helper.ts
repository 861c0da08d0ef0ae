/** One source, a claim that it supports, and one that differs in a single point and is not supported. */
export interface MinimalPair {
  kind: 'number' | 'negation' | 'direction' | 'name';
  language: 'en' | 'de' | 'es' | 'fr';
  source: string;
  right: string;
  wrong: string;
}

type Row = readonly [source: string, right: string, wrong: string];

const pairs = (kind: MinimalPair['kind'], language: MinimalPair['language'], rows: readonly Row[]) =>
  rows.map(([source, right, wrong]): MinimalPair => ({ kind, language, source, right, wrong }));

/** The verification rules were developed on these. */
export const minimalPairs: readonly MinimalPair[] = [
  ...pairs('number', 'en', [
    [
      'The basic plan includes three users and 10 GB of storage. Support is by e-mail.',
      'The basic plan includes three users.',
      'The basic plan includes five users.',
    ],
    [
      'Each employee receives 2 monitors on the first day. Chairs are ordered separately.',
      'Every employee receives two monitors.',
      'Every employee receives four monitors.',
    ],
    [
      'The committee meets six times a year in Geneva.',
      'The committee meets six times a year.',
      'The committee meets ten times a year.',
    ],
    [
      'A refund is possible within 7 days after delivery. Shipping costs are not returned.',
      'Refunds are possible within seven days after delivery.',
      'Refunds are possible within nine days after delivery.',
    ],
    [
      'The device has four ports and two antennas.',
      'The device has four ports and two antennas.',
      'The device has two ports and four antennas.',
    ],
    [
      'Passwords expire after 3 months. Accounts lock after 5 failed attempts.',
      'Passwords expire after three months.',
      'Passwords expire after five months.',
    ],
    [
      'The loan carries an interest rate of 4%. It runs for 8 years.',
      'The interest rate of the loan is 4 %.',
      'The interest rate of the loan is 6 %.',
    ],
    [
      'Only one administrator is allowed per workspace; up to eight editors can be added.',
      'Up to eight editors can be added to a workspace.',
      'Up to twelve editors can be added to a workspace.',
    ],
    [
      'The museum was founded in 1934 and holds 52,000 objects.',
      'The museum holds 52,000 objects.',
      'The museum holds 25,000 objects.',
    ],
    [
      'The study followed 1,204 patients for eleven years.',
      'Patients were followed for 11 years.',
      'Patients were followed for 7 years.',
    ],
    [
      'The report is published on the second Tuesday of each month.',
      'The report is published on the second Tuesday of every month.',
      'The report is published on the fourth Tuesday of every month.',
    ],
    [
      'The workshop takes place in March and lasts two days.',
      'The workshop lasts two days and takes place in March.',
      'The workshop lasts two days and takes place in April.',
    ],
  ]),
  ...pairs('number', 'de', [
    [
      'Der Vertrag verlängert sich um drei Monate. Die Kündigung bedarf der Schriftform.',
      'Der Vertrag verlängert sich um 3 Monate.',
      'Der Vertrag verlängert sich um sechs Monate.',
    ],
    [
      'Das Team besteht aus acht Personen und zwei Praktikanten.',
      'Das Team besteht aus acht Personen.',
      'Das Team besteht aus neun Personen.',
    ],
    [
      'Die Probezeit dauert sechs Monate, der Urlaub beträgt 28 Tage.',
      'Die Probezeit dauert sechs Monate.',
      'Die Probezeit dauert vier Monate.',
    ],
  ]),
  ...pairs('number', 'es', [
    [
      'El plan básico incluye tres usuarios y asistencia por correo.',
      'El plan básico incluye tres usuarios.',
      'El plan básico incluye cinco usuarios.',
    ],
    [
      'El curso dura ocho semanas y cuesta 200 euros.',
      'El curso dura ocho semanas.',
      'El curso dura seis semanas.',
    ],
    [
      'La reunión se celebra dos veces al año, en abril y en octubre.',
      'La reunión se celebra dos veces al año.',
      'La reunión se celebra cuatro veces al año.',
    ],
  ]),
  ...pairs('number', 'fr', [
    [
      'L’abonnement comprend trois utilisateurs et une assistance par courriel.',
      'L’abonnement comprend trois utilisateurs.',
      'L’abonnement comprend cinq utilisateurs.',
    ],
    [
      'Le bail est conclu pour neuf ans et peut être renouvelé.',
      'Le bail est conclu pour 9 ans.',
      'Le bail est conclu pour 3 ans.',
    ],
    [
      'La garantie couvre deux ans de réparations gratuites.',
      'La garantie couvre deux ans de réparations.',
      'La garantie couvre quatre ans de réparations.',
    ],
  ]),
  ...pairs('negation', 'en', [
    [
      'The service supports single sign-on. It is available in all regions.',
      'The service supports single sign-on.',
      'The service does not support single sign-on.',
    ],
    [
      'The free plan does not include phone support. Questions are answered by e-mail.',
      'Phone support is not included in the free plan.',
      'Phone support is included in the free plan.',
    ],
    [
      'Employees cannot carry over unused vacation days to the next year.',
      'Unused vacation days cannot be carried over to the next year.',
      'Unused vacation days can be carried over to the next year.',
    ],
    [
      'The drug was never tested on children under the age of six.',
      'The drug was never tested on children.',
      'The drug was tested on children.',
    ],
    [
      'The device works without an internet connection.',
      'The device works without an internet connection.',
      'The device works with an internet connection.',
    ],
    [
      'Backups are encrypted before they leave the building. They are kept for a year.',
      'Backups are encrypted before leaving the building.',
      'Backups are not encrypted before leaving the building.',
    ],
    [
      "The court didn't accept the appeal of the company.",
      'The court did not accept the appeal of the company.',
      'The court accepted the appeal of the company.',
    ],
    [
      'No evidence was found that the bridge had been damaged by the storm.',
      'No evidence was found that the storm had damaged the bridge.',
      'Evidence was found that the storm had damaged the bridge.',
    ],
    [
      'Visitors are allowed to take photographs in the garden. Tripods need a permit.',
      'Visitors are allowed to take photographs in the garden.',
      "Visitors aren't allowed to take photographs in the garden.",
    ],
    [
      'The tenant is responsible for repairs of the heating, but not for the roof.',
      'The tenant is responsible for repairs of the heating.',
      'The tenant is not responsible for repairs of the heating.',
    ],
    [
      'Neither the manager nor the owner knew about the contract.',
      'Neither the owner nor the manager knew about the contract.',
      'The owner and the manager knew about the contract.',
    ],
    [
      'Deleted files are no longer recoverable after thirty days.',
      'Deleted files are no longer recoverable after 30 days.',
      'Deleted files are recoverable after 30 days.',
    ],
    [
      'The feature is disabled by default and has to be switched on by an administrator.',
      'The feature is disabled by default.',
      'The feature is enabled by default.',
    ],
    [
      'Orders over 50 euros are shipped free of charge. The voucher is not refundable.',
      'The voucher is not refundable.',
      'The voucher is refundable.',
    ],
  ]),
  ...pairs('negation', 'de', [
    [
      'Die Software unterstützt die Anmeldung mit Passkeys.',
      'Die Software unterstützt die Anmeldung mit Passkeys.',
      'Die Software unterstützt die Anmeldung mit Passkeys nicht.',
    ],
    [
      'Die Kündigung ist nicht ohne Angabe von Gründen möglich. Sie bedarf der Schriftform.',
      'Die Kündigung ist nicht ohne Angabe von Gründen möglich.',
      'Die Kündigung ist ohne Angabe von Gründen möglich.',
    ],
    [
      'Der Mieter darf keine Haustiere halten.',
      'Haustiere darf der Mieter keine halten.',
      'Der Mieter darf Haustiere halten.',
    ],
    [
      'Das Gericht hat die Klage nicht zugelassen.',
      'Das Gericht hat die Klage nicht zugelassen.',
      'Das Gericht hat die Klage zugelassen.',
    ],
    [
      'Die Daten werden verschlüsselt übertragen und danach gelöscht.',
      'Die Daten werden verschlüsselt übertragen.',
      'Die Daten werden nicht verschlüsselt übertragen.',
    ],
  ]),
  ...pairs('negation', 'es', [
    [
      'El servicio no admite pagos con tarjeta. Se aceptan transferencias.',
      'El servicio no admite pagos con tarjeta.',
      'El servicio admite pagos con tarjeta.',
    ],
    [
      'La garantía cubre los daños causados por el agua.',
      'La garantía cubre los daños causados por el agua.',
      'La garantía no cubre los daños causados por el agua.',
    ],
    [
      'El acuerdo nunca fue firmado por las dos partes.',
      'El acuerdo nunca fue firmado por las partes.',
      'El acuerdo fue firmado por las partes.',
    ],
    [
      'El aparato funciona sin conexión a la red.',
      'El aparato funciona sin conexión a la red.',
      'El aparato no funciona sin conexión a la red.',
    ],
  ]),
  ...pairs('negation', 'fr', [
    [
      'Le contrat ne couvre pas les dégâts causés par l’eau.',
      'Le contrat ne couvre pas les dégâts causés par l’eau.',
      'Le contrat couvre les dégâts causés par l’eau.',
    ],
    [
      'L’application fonctionne sans connexion à Internet.',
      'L’application fonctionne sans connexion à Internet.',
      'L’application ne fonctionne pas sans connexion à Internet.',
    ],
    [
      'Les animaux sont admis dans le jardin de l’hôtel.',
      'Les animaux sont admis dans le jardin de l’hôtel.',
      'Les animaux ne sont pas admis dans le jardin de l’hôtel.',
    ],
    [
      'La demande n’est jamais traitée le jour même.',
      'La demande n’est jamais traitée le jour même.',
      'La demande est traitée le jour même.',
    ],
  ]),
  ...pairs('direction', 'en', [
    [
      'Revenue increased by 12 percent in the third quarter. Costs stayed flat.',
      'In the third quarter, revenue increased by 12 percent.',
      'In the third quarter, revenue decreased by 12 percent.',
    ],
    [
      'Unemployment fell to 4.1 % in May. Wages rose slightly.',
      'Unemployment fell to 4.1 % in May.',
      'Unemployment rose to 4.1 % in May.',
    ],
    [
      'The form must be submitted before the start of the course.',
      'The form must be submitted before the course starts.',
      'The form must be submitted after the course starts.',
    ],
    [
      'Temperatures above 30 degrees damage the battery.',
      'Temperatures above 30 degrees damage the battery.',
      'Temperatures below 30 degrees damage the battery.',
    ],
    [
      'The northern route is longer than the southern route but less steep.',
      'The northern route is less steep.',
      'The northern route is more steep.',
    ],
    [
      'Applicants need at least five years of experience.',
      'At least five years of experience are needed.',
      'At most five years of experience are needed.',
    ],
    [
      'The board approved the merger on Friday. Shares reacted calmly.',
      'The board approved the merger on Friday.',
      'The board rejected the merger on Friday.',
    ],
    [
      'Higher doses lead to lower blood pressure in most patients.',
      'Higher doses lead to lower blood pressure.',
      'Higher doses lead to higher blood pressure.',
    ],
    [
      'The valve opens when the pressure is too high.',
      'The valve opens when the pressure is too high.',
      'The valve closes when the pressure is too high.',
    ],
    [
      'Prices include value added tax. Delivery is charged separately.',
      'Prices include value added tax.',
      'Prices exclude value added tax.',
    ],
    [
      'The company exports most of its wheat to neighbouring countries.',
      'The company exports most of its wheat.',
      'The company imports most of its wheat.',
    ],
    [
      'Membership is mandatory for staff and voluntary for guests.',
      'For staff, membership is mandatory.',
      'For staff, membership is optional.',
    ],
  ]),
  ...pairs('direction', 'de', [
    [
      'Der Umsatz ist im dritten Quartal um zwölf Prozent gestiegen.',
      'Der Umsatz ist im dritten Quartal um 12 Prozent gestiegen.',
      'Der Umsatz ist im dritten Quartal um 12 Prozent gesunken.',
    ],
    [
      'Der Antrag muss vor Beginn des Kurses gestellt werden.',
      'Der Antrag muss vor Beginn des Kurses gestellt werden.',
      'Der Antrag muss nach Beginn des Kurses gestellt werden.',
    ],
    [
      'Die Temperatur darf höchstens 40 Grad betragen.',
      'Die Temperatur darf höchstens 40 Grad betragen.',
      'Die Temperatur darf mindestens 40 Grad betragen.',
    ],
    [
      'Der Rat hat den Vorschlag abgelehnt und vertagt.',
      'Der Rat hat den Vorschlag abgelehnt.',
      'Der Rat hat den Vorschlag angenommen.',
    ],
  ]),
  ...pairs('direction', 'es', [
    [
      'Las ventas aumentaron un 12 por ciento en el tercer trimestre.',
      'En el tercer trimestre las ventas aumentaron un 12 por ciento.',
      'En el tercer trimestre las ventas disminuyeron un 12 por ciento.',
    ],
    [
      'La solicitud debe presentarse antes del inicio del curso.',
      'La solicitud debe presentarse antes del inicio del curso.',
      'La solicitud debe presentarse después del inicio del curso.',
    ],
    [
      'El consejo aprobó la fusión el viernes.',
      'El consejo aprobó la fusión el viernes.',
      'El consejo rechazó la fusión el viernes.',
    ],
  ]),
  ...pairs('direction', 'fr', [
    [
      'Les ventes ont augmenté de 12 pour cent au troisième trimestre.',
      'Au troisième trimestre, les ventes ont augmenté de 12 pour cent.',
      'Au troisième trimestre, les ventes ont diminué de 12 pour cent.',
    ],
    [
      'La demande doit être déposée avant le début du cours.',
      'La demande doit être déposée avant le début du cours.',
      'La demande doit être déposée après le début du cours.',
    ],
    [
      'Le conseil a approuvé la fusion vendredi.',
      'Le conseil a approuvé la fusion vendredi.',
      'Le conseil a rejeté la fusion vendredi.',
    ],
  ]),
  ...pairs('name', 'en', [
    [
      'The treaty was signed in Vienna by the foreign ministers of both countries.',
      'The treaty was signed in Vienna by both foreign ministers.',
      'The treaty was signed in Prague by both foreign ministers.',
    ],
    [
      'Ada Mercer founded the laboratory in 1961. Paul Lindqvist joined three years later.',
      'Ada Mercer founded the laboratory in 1961.',
      'Paul Lindqvist founded the laboratory in 1961.',
    ],
    [
      'The Model X2 runs on hydrogen, the Model X3 on diesel.',
      'The Model X3 runs on diesel.',
      'The Model X3 runs on hydrogen.',
    ],
    [
      'Northwind acquired Contoso in 2015 for 40 million dollars.',
      'In 2015, Northwind acquired Contoso.',
      'In 2015, Contoso acquired Northwind.',
    ],
    [
      'The office in Lisbon handles invoices. The office in Madrid handles payroll.',
      'The office in Madrid handles payroll.',
      'The office in Lisbon handles payroll.',
    ],
    [
      'Use the Windows installer for desktops and the Linux archive for servers.',
      'The Linux archive is for servers.',
      'The Windows archive is for servers.',
    ],
    [
      'Dr. Okafor leads the study on malaria at the institute.',
      'Dr. Okafor leads the malaria study.',
      'Dr. Jensen leads the malaria study.',
    ],
    [
      'The river Aare flows into the Rhine near Koblenz.',
      'The Aare flows into the Rhine.',
      'The Reuss flows into the Rhine.',
    ],
  ]),
  ...pairs('name', 'de', [
    [
      'Der Sitz der Gesellschaft ist Hamburg. Gerichtsstand ist Bremen.',
      'Der Sitz der Gesellschaft ist Hamburg.',
      'Der Sitz der Gesellschaft ist München.',
    ],
    [
      'Frau Keller leitet die Abteilung seit 2019.',
      'Seit 2019 leitet Frau Keller die Abteilung.',
      'Seit 2019 leitet Frau Brandt die Abteilung.',
    ],
  ]),
  ...pairs('name', 'es', [
    [
      'La sede de la empresa está en Sevilla desde 1998.',
      'Desde 1998 la sede de la empresa está en Sevilla.',
      'Desde 1998 la sede de la empresa está en Bilbao.',
    ],
  ]),
  ...pairs('name', 'fr', [
    [
      'Le siège de la société se trouve à Lyon depuis 1998.',
      'Le siège de la société se trouve à Lyon.',
      'Le siège de la société se trouve à Nantes.',
    ],
  ]),
];
