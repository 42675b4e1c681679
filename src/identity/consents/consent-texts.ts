import { createHash } from 'node:crypto';

/** A consent text. Once somebody has consented to it, it never changes: a changed text is a new version. */
export interface ConsentText {
  type: string;
  /** Starts at 1. */
  version: number;
  /** Markdown. */
  content: string;
  /** Milliseconds since the epoch. */
  createdTime: number;
}

/** Data donation for research. The only consent that names organizations. */
export const dataDonation = 'big_data_donation_project';

/** A study within the data donation: it ends with the donation. */
export const ripple = 'ripple';

/** From this version on, the donation includes the study. */
export const firstDonationWithStudy = 2;

const donation = `# Donate your diabetes data

- You let the operator of this service pass your diabetes data on for research.
- Names, addresses and days of birth are taken out before.
- You may end the donation at any time. What was passed on before cannot be called back.
`;

const donationWithStudies = `${donation}- Studies within the donation ask you for a consent of their own.
- You may name organizations that a part of the proceeds is meant for.
`;

const study = `# Take part in the study Ripple

- Your donated data are kept up to date for the researchers of this study.
- Taking part ends with your donation of data, or when you say so.
`;

/** The texts if none are configured, by type and then by version. */
export const builtInTexts: readonly ConsentText[] = [
  { type: dataDonation, version: 1, content: donation, createdTime: Date.UTC(2025, 0, 1) },
  { type: dataDonation, version: 2, content: donationWithStudies, createdTime: Date.UTC(2025, 6, 1) },
  { type: ripple, version: 1, content: study, createdTime: Date.UTC(2025, 6, 1) },
];

/** Organizations that a data donation can support. */
export const organizationNames = [
  'ADCES Foundation',
  'Beyond Type 1',
  'Children With Diabetes',
  'The Diabetes Link',
  'Diabetes Youth Families (DYF)',
  'DiabetesSisters',
  'The diaTribe Foundation',
  'Breakthrough T1D',
  'Nightscout Foundation',
  'T1D Exchange',
] as const;

/** SHA-256 of a text, in base64: identifies exactly what was consented to. */
export const digestText = ({ content }: ConsentText): string =>
  createHash('sha256').update(content).digest('base64');
