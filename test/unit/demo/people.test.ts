import { demoPeople, demoStaff } from '../../../src/demo/people';
import { ZoneClock } from '../../../src/demo/zone-clock';

const distinct = (values: readonly string[]): number => new Set(values).size;
const isDay = (text: string): boolean => new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

describe('the people of the demo clinic', () => {
  it('are at least two dozen patients, a doctor and a nurse, without duplicates', () => {
    const everybody = [...demoPeople, ...demoStaff];
    expect(demoPeople.length).toBeGreaterThanOrEqual(24);
    expect(demoStaff.map(({ title }) => title).sort()).toEqual(['doctor', 'nurse']);
    expect(distinct(everybody.map(({ key }) => key))).toBe(everybody.length);
    expect(distinct(everybody.map(({ fullName }) => fullName))).toBe(everybody.length);
    expect(distinct(everybody.map(({ email }) => email))).toBe(everybody.length);
  });

  it('have undeliverable addresses', () => {
    for (const { email } of [...demoPeople, ...demoStaff]) {
      expect(email).toMatch(/^[a-z.]+@demo\.glycograph\.example$/);
    }
  });

  it('have names in several scripts', () => {
    const names = demoPeople.map(({ fullName }) => fullName).join();
    for (const script of ['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Han']) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
    }
  });

  it.each(demoPeople.map((person) => [person.key, person] as const))('%s is consistent', (_, person) => {
    expect(isDay(person.birthday)).toBe(true);
    expect(isDay(person.diagnosisDate)).toBe(true);
    expect(person.birthday < person.diagnosisDate).toBe(true);
    expect(new ZoneClock(person.timezone).offsetMinutes(0)).toBeGreaterThanOrEqual(-720);
    expect(person.devices.pump === undefined).toBe(person.therapy === 'injections');
    expect(person.devices.pen === undefined).toBe(person.therapy !== 'injections');
    expect(person.sensorWear).toBeGreaterThan(0.5);
    expect(person.sensorWear).toBeLessThanOrEqual(1);
  });

  it('cover every therapy with good and with poor success', () => {
    const kinds = new Set(demoPeople.map(({ therapy, control }) => `${therapy} ${control}`));
    expect(kinds.size).toBe(9);
  });
});
