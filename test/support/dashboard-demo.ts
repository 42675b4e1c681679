import type { Browser, BrowserContext, Page } from 'playwright-core';
import { demoPassword } from '../../src/demo/demo-accounts';
import { demoEmail, type DemoPerson } from '../../src/demo/person';
import { logIn, sessionToken } from './accounts';
import { api, type Json } from './api';
import { openBrowser } from './browser';
import { startDemo, type RunningDemo } from './demo-server';
import { waitForBackground } from './wait-until';

const doctor = 'miriam.oduya';

/** The demo with the example dashboard, a browser to look at it, and the graph to compare with. */
export class DashboardDemo {
  /** Everything that must not happen on any page: errors, failed requests, requests to elsewhere. */
  readonly complaints: string[] = [];
  private found: string | undefined;

  private constructor(
    readonly server: RunningDemo,
    readonly browser: Browser,
  ) {}

  static async start(people: readonly DemoPerson[]): Promise<DashboardDemo> {
    const server = await startDemo({ people, days: 15 }, ['--dashboard']);
    return new DashboardDemo(server, await openBrowser());
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  readonly tokenOf = async (key: string): Promise<string> =>
    sessionToken(await logIn(this.server, demoEmail(key), demoPassword));

  /** The data of a query, as a demo account sees it; the doctor by default. */
  async graph(query: string, variables: Record<string, unknown> = {}, key = doctor): Promise<Json> {
    const { body } = await api(this.server).graph(query, { token: await this.tokenOf(key), variables });
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body.data;
  }

  /** The id of the doctor's clinic. */
  async clinicId(): Promise<string> {
    if (this.found === undefined) {
      const { me } = await this.graph('{ me { clinics(first: 1) { edges { node { clinicId } } } } }');
      this.found = String(me.clinics.edges[0].node.clinicId);
    }
    return this.found;
  }

  /** The patient, once the clinic's figures of them are computed. */
  patientNamed(fullName: string): Promise<Json> {
    return waitForBackground(`figures of ${fullName}`, async () => {
      const query = `query ($clinicId: ID!, $search: String!) {
        clinic(id: $clinicId) { patients(search: $search, first: 1, period: DAYS_14) { edges { node {
          userId version
          summary(period: DAYS_14) { periods {
            averageGlucose(units: MG_DL) glucoseManagementIndicator inTarget { share }
          } }
        } } } }
      }`;
      const { clinic } = await this.graph(query, { clinicId: await this.clinicId(), search: fullName });
      const [patient] = clinic.patients.edges.map(({ node }: Json) => node);
      return patient?.summary?.periods[0]?.inTarget.share == null ? undefined : patient;
    });
  }

  /** Names of the first patients of the clinic, as many as a page shows. */
  async namesSortedBy(by: string, descending: boolean): Promise<string[]> {
    const query = `query ($clinicId: ID!, $sort: PatientSortInput!) {
      clinic(id: $clinicId) { patients(sort: $sort, period: DAYS_14, first: 20) { edges { node { fullName } } } }
    }`;
    const sort = { by, descending, type: 'CGM' };
    const { clinic } = await this.graph(query, { clinicId: await this.clinicId(), sort });
    return clinic.patients.edges.map(({ node }: Json) => node.fullName);
  }

  watch(page: Page): void {
    const { complaints } = this;
    page.on('request', (request) => {
      const address = request.url();
      if (/^https?:/.test(address) && !address.startsWith(this.server.url))
        complaints.push(`loads ${address}`);
    });
    page.on('response', (response) => {
      if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
    });
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
  }

  /** Opens the dashboard in a browser of its own, and logs in. */
  async openAs(key: string): Promise<{ page: Page; context: BrowserContext }> {
    const viewport = { width: 1280, height: 900 };
    const context = await this.browser.newContext({ viewport, timezoneId: 'UTC' });
    const page = await context.newPage();
    this.watch(page);
    await page.goto(`${this.server.url}/dashboard`);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.fill('#username', demoEmail(key));
    await page.fill('#password', demoPassword);
    await page.click('#kc-login');
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    return { page, context };
  }
}
