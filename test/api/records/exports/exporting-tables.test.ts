import { newPerson } from '../../../support/person';
import { at, cbg, food } from '../../../support/records';
import { exported } from '../../../support/exports';
import { serverUnderTest } from '../../../support/server';

const server = serverUnderTest();

describe('an export as CSV', () => {
  it('is one table with a row for each record', async () => {
    const person = await newPerson(server);
    await person.uploaded(await person.openedContinuous({ time: at(9) }), [
      cbg({ time: at(1), deviceId: 'a "b", c' }),
      food({ time: at(2), name: '=1+1' }),
    ]);
    const { headers, bytes } = await exported(server, person.userId, 'format=csv', person.token);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="TidepoolExport.csv"');
    const [heading = '', reading = '', meal = '', upload = '', ...rest] = bytes.toString().split('\r\n');
    expect(rest).toEqual(['']);
    const names = heading.split(',');
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, 3)).toEqual(['time', 'deviceTime', 'type']);
    expect(reading).toContain(`${at(1)},,cbg,`);
    expect(reading).toContain(',"a ""b"", c",');
    expect(meal).toContain(",'=1+1,");
    expect(upload).toContain(',upload,');
  });
});
