import type { BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo/demo-accounts';
import { demoPeople } from '../../src/demo/people';
import { demoEmail } from '../../src/demo/person';
import { problemsOnAnyScreen } from '../support/accessibility';
import { api } from '../support/api';
import { DashboardDemo } from '../support/dashboard-demo';
import { uploadKnownDay } from '../support/known-day';
import { waitFor } from '../support/wait-until';

const [amelie, last] = [demoPeople[0], demoPeople.at(-1)];

let demo: DashboardDemo;

beforeAll(async () => {
  demo = await DashboardDemo.start([amelie, last].filter((person) => person !== undefined));
});

afterAll(() => demo.close());

afterEach(() => {
  expect(demo.complaints.splice(0)).toEqual([]);
});

const rowOf = (page: Page, name: string) => page.locator('.patients tbody tr').filter({ hasText: name });

it('is served by the demo, which prints its address', () => {
  expect(demo.server.output()).toContain(`Example dashboard   ${demo.server.url}/dashboard\n`);
});

it('lets nobody in who has not logged in, and says why a log-in failed', async () => {
  const page = await demo.browser.newPage();
  demo.watch(page);
  await page.goto(`${demo.server.url}/dashboard/?error=access_denied&state=made-up`);
  await page.getByText('This log-in was not started here').waitFor();
  expect(await problemsOnAnyScreen(page)).toEqual([]);
  await page.close();
});

describe('A clinician', () => {
  let page: Page;
  let context: BrowserContext;

  beforeAll(async () => {
    await demo.patientNamed('Amélie Dubois');
    ({ page, context } = await demo.openAs('miriam.oduya'));
  });
  afterAll(() => context.close());

  const targets = () => page.locator('.target-form select');

  it('sees the patients with their figures, and a dash where there is none', async () => {
    const patient = await demo.patientNamed('Amélie Dubois');
    const [period] = patient.summary.periods;
    const row = await rowOf(page, 'Amélie Dubois').innerText();
    expect(row).toContain(`${Math.round(period.inTarget.share * 100)}%`);
    expect(row).toContain(`${period.glucoseManagementIndicator.toFixed(1)}%`);
    expect(row).toContain(String(Math.round(period.averageGlucose)));
    const empty = rowOf(page, 'Oskar Lindgren').locator('td.number');
    expect(await empty.allInnerTexts()).toEqual(['–', '–', '–', '–', '–']);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('searches, filters by tag, and turns pages both ways', async () => {
    const names = page.locator('.patients .name');
    const first = await names.first().innerText();
    await page.getByRole('button', { name: 'Next' }).click();
    await names.filter({ hasNotText: first }).first().waitFor();
    await names.filter({ hasText: first }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Previous' }).click();
    await names.filter({ hasText: first }).waitFor();
    await page.getByLabel('Pump').check();
    await page.getByText(/of \d+ patients match/).waitFor();
    await page.getByRole('searchbox').fill('no such person');
    await page.getByText('No patient matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('searchbox').fill('Dubois');
    await page.getByText(/^1 of \d+ patients match/).waitFor();
    expect(await names.allInnerTexts()).toEqual(['Amélie Dubois']);
  });

  it('sorts by a column as the service does, and the other way round at the second click', async () => {
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    const columns = [
      { title: 'Mean, mg/dL', by: 'AVERAGE_GLUCOSE_MMOL', directions: ['ascending', 'descending'] },
      { title: 'Patient', by: 'FULL_NAME', directions: ['ascending', 'descending', 'ascending'] },
    ];
    for (const { title, by, directions } of columns) {
      for (const direction of directions) {
        await page.locator('.patients thead').getByRole('button', { name: title, exact: true }).click();
        await page.locator(`th[aria-sort=${direction}]`).filter({ hasText: title }).waitFor();
        const names = await demo.namesSortedBy(by, direction === 'descending');
        // Not within the page, whose policy forbids functions made of text.
        await waitFor(`the order ${names.join()}`, async () => {
          const shown = await page.locator('.patients .name').allTextContents();
          return shown.join() === names.join() || undefined;
        });
      }
    }
    await page.getByRole('searchbox').fill('Dubois');
    await page.getByText(/^1 of \d+ patients match/).waitFor();
  });

  it('switches the unit of all glucose', async () => {
    const cell = rowOf(page, 'Amélie Dubois')
      .locator('td')
      .filter({ hasText: /^\d{2,3}$/ });
    const mgdL = Number(await cell.innerText());
    await page.getByText('mmol/L', { exact: true }).click();
    const mmolL = rowOf(page, 'Amélie Dubois').locator('[data-label="Mean, mmol/L"]');
    // Both are rounded: by 0.5 mg/dL and by 0.05 mmol/L at most.
    const difference = Number(await mmolL.innerText()) - mgdL / 18.01559;
    expect(Math.abs(difference)).toBeLessThan(0.05 + 0.5 / 18.01559 + 0.001);
    await page.getByText('mg/dL', { exact: true }).click();
  });

  it('opens a person: profile and statistics as the service computes them', async () => {
    await page.getByRole('link', { name: 'Amélie Dubois' }).click();
    await page.locator('.median').waitFor();
    const { userId } = await demo.patientNamed('Amélie Dubois');
    const { user } = await demo.graph(
      'query ($userId: ID!) { user(id: $userId) { glucoseProfile(days: 14, timezone: "Europe/Paris") { records } } }',
      { userId },
    );
    const figures = page.locator('.figures');
    await figures.waitFor();
    const shown = await figures.innerText();
    expect(shown).toMatch(/\d+ mg\/dL\s+\d+\.\d mmol\/L/);
    // The statistics are of exactly the days of the profile.
    expect(shown).toContain(user.glucoseProfile.records.toLocaleString('en-US'));
    await page.getByText('Show as a table').click();
    expect(await page.locator('.table-frame tbody tr').count()).toBe(24);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('edits tags and targets in place, but not what somebody else has just changed', async () => {
    const { userId } = await demo.patientNamed('Amélie Dubois');
    await page.getByRole('button', { name: 'Remove the tag Closed loop' }).click();
    await page.getByText('No tags').waitFor();
    await page.getByLabel('Add a tag').selectOption({ label: 'Closed loop' });
    await page.getByRole('button', { name: 'Remove the tag Closed loop' }).waitFor();
    await page.getByRole('button', { name: 'Edit the targets' }).click();
    const before = await demo.patientNamed('Amélie Dubois');
    await demo.graph(
      'mutation ($input: UpdatePatientInput!) { updatePatient(input: $input) { patient { version } } }',
      { input: { clinicId: await demo.clinicId(), userId, mrn: 'D-77' } },
    );
    expect((await demo.patientNamed('Amélie Dubois')).version).not.toBe(before.version);
    await targets().selectOption({ label: 'Pregnancy, type 1' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this').waitFor();
    await page.getByText('D-77').waitFor();
    await targets().selectOption({ label: 'Pregnancy, type 1' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('in the person’s target, 63–141 mg/dL').waitFor();
  });

  it('sets custom targets in the unit on the page', async () => {
    await page.getByRole('button', { name: 'Edit the targets' }).click();
    await targets().selectOption({ label: 'Custom ranges' });
    await page.getByLabel('Target: up to').fill('160');
    await page.getByLabel('Very high: above').fill('90');
    await page.getByText('Each bound must be a number').waitFor();
    await page.getByLabel('Very high: above').fill('240');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('in the person’s target, 70–160 mg/dL').waitFor();
    const { userId } = await demo.patientNamed('Amélie Dubois');
    const query =
      'query ($clinicId: ID!, $userId: ID!) { patient(clinicId: $clinicId, userId: $userId) { glycemicRanges { custom { thresholds { upperBound inclusive units } } } } }';
    const { patient } = await demo.graph(query, { clinicId: await demo.clinicId(), userId });
    expect(patient.glycemicRanges.custom.thresholds).toEqual([
      { upperBound: 54, inclusive: false, units: 'MG_DL' },
      { upperBound: 70, inclusive: false, units: 'MG_DL' },
      { upperBound: 160, inclusive: true, units: 'MG_DL' },
      { upperBound: 240, inclusive: true, units: 'MG_DL' },
    ]);
  });

  it('sees a day with its insulin and carbohydrate', async () => {
    await page.locator('.daily-bars a').nth(1).click();
    await page.locator('.trace').first().waitFor();
    await page
      .locator('.tiles dd')
      .filter({ hasText: /mg\/dL/ })
      .waitFor();
    expect(await page.locator('.tiles').innerText()).toMatch(/Basal insulin\s+\d+\.\d\d U/);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('stores a note once, although the answer gets lost', async () => {
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByLabel('New note').fill('Sent twice');
    await page.route('**/graphql', async (route) => {
      const isNote = /sendMessage/.test(route.request().postData() ?? '');
      if (!isNote) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.text-form [role=alert]').waitFor();
    expect(demo.complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.notes').getByText('Sent twice').first().waitFor();
    await page.reload();
    await page.locator('.notes').getByText('Sent twice').first().waitFor();
    expect(await page.locator('.notes').getByText('Sent twice').count()).toBe(1);
  });

  it('writes notes, and sees those of others and new readings at once', async () => {
    const { userId } = await demo.patientNamed('Amélie Dubois');
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByLabel('New note').fill('Seen on the dashboard');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.locator('.notes').getByText('Seen on the dashboard').waitFor();
    const own = await demo.tokenOf('amelie.dubois');
    await api(demo.server).post(`/message/send/${userId}`, {
      token: own,
      body: {
        message: {
          guid: 'note of the test',
          timestamp: new Date().toISOString(),
          messagetext: 'From the phone',
        },
      },
    });
    await page.locator('.notes').getByText('From the phone').waitFor();
    const created = await api(demo.server).post(`/v1/users/${userId}/data_sets`, {
      token: own,
      body: { dataSetType: 'continuous' },
    });
    const reading = { type: 'cbg', time: new Date().toISOString(), units: 'mg/dL', value: 187 };
    await api(demo.server).post(`/v1/data_sets/${created.body.data.uploadId}/data`, {
      token: own,
      body: [reading],
    });
    await page.locator('.latest-value').filter({ hasText: '187 mg/dL' }).waitFor();
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('stays logged in over a reload, and logs out', async () => {
    await page.reload();
    await page.locator('.notes').getByText('From the phone').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
  });
});

describe('A follower', () => {
  it('sees the pages of the person who shares with them, but nothing of clinics', async () => {
    const { page, context } = await demo.openAs('claire.dubois');
    await page.getByRole('link', { name: 'Sharing' }).click();
    await page.getByRole('link', { name: 'Amélie Dubois' }).click();
    await page.locator('.median').waitFor();
    const { userId } = await demo.patientNamed('Amélie Dubois');
    expect(new URL(page.url()).pathname).toBe(`/dashboard/people/${userId}`);
    expect(await page.getByText('All patients').count()).toBe(0);
    expect(await page.getByText('Edit the targets').count()).toBe(0);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator('.daily-bars a').nth(1).click();
    await page.locator('.trace').first().waitFor();
    await page.getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByText('You may not read the notes of this person.').waitFor();
    expect(await page.getByLabel('New note').count()).toBe(0);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await context.close();
  });

  it('learns that an address leads nowhere, and gets back', async () => {
    const { page, context } = await demo.openAs('claire.dubois');
    for (const path of ['me/no-such-page', 'no-such-page']) {
      await page.goto(`${demo.server.url}/dashboard/${path}`);
      await page.getByText('There is no such page').waitFor();
      expect(await problemsOnAnyScreen(page)).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    await page.getByRole('link', { name: 'start page', exact: true }).click();
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/dashboard/me');
    await context.close();
  });
});

describe('A person with diabetes', () => {
  it('sees their own day, with exactly what was delivered and eaten', async () => {
    await uploadKnownDay(demo.server, demoEmail('claire.dubois'), demoPassword);
    const { page, context } = await demo.openAs('claire.dubois');
    await page.goto(`${demo.server.url}/dashboard/me/day/2024-05-06`);
    await page.locator('.trace').first().waitFor();
    const tiles = await page.locator('.tiles').innerText();
    // 1.5 U, 0.5 U and 1 U with 2 U slowly; 1 U/h from midnight to 06:00, none for an hour, 0.5 U/h until 12:00.
    expect(tiles).toMatch(/Bolus insulin\s+5\.00 U/);
    expect(tiles).toMatch(/Basal insulin\s+8\.50 U/);
    expect(tiles).toMatch(/Carbohydrate eaten\s+45 g/);
    const events = await page.locator('.events').first().innerText();
    expect(events).toMatch(/08:00\s+Combination bolus\s+3\.00 U\s+2\.00 U of it slowly over 60 min/);
    await page.getByText('Automated boluses (1, 0.50 U)').waitFor();
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await context.close();
  });

  it('shares, invites, revokes, and sees who has looked', async () => {
    const { page, context } = await demo.openAs('amelie.dubois');
    await page.locator('.median').waitFor();
    expect(await page.getByText('Edit the targets').count()).toBe(0);
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Sharing' }).click();
    await page.getByLabel('Email address').fill('friend@demo.glycograph.example');
    await page.getByLabel('Get alerts').check();
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('button', { name: 'Cancel the invitation to friend@demo' }).waitFor();
    // With every list of the page: people, clinics, and an open invitation.
    await page.getByRole('heading', { name: 'Clinics that see my data' }).waitFor();
    await page.getByRole('button', { name: 'Revoke the share with Claire Dubois' }).waitFor();
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('button', { name: 'Cancel the invitation to friend@demo' }).click();
    await page.getByText('friend@demo.glycograph.example').first().waitFor();
    await page
      .getByRole('button', { name: 'Cancel the invitation to friend@demo' })
      .waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke the share with Claire Dubois' }).click();
    await page.getByRole('button', { name: 'Stop sharing with Claire Dubois' }).click();
    await page.locator('.entry').getByText('Claire Dubois').waitFor({ state: 'detached' });
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'Access log' }).click();
    await page.locator('.access-log').getByText('mutation RevokeShare').first().waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('.access-log').getByText('Dr. Miriam Oduya').first().waitFor();
    expect(await problemsOnAnyScreen(page)).toEqual([]);
    await context.close();
  });
});
