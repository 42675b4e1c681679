import type { Database } from '../database/database';

/** A reading of a sensor as it is stored. */
export interface SensorReading {
  /** Milliseconds since the epoch. */
  time: number;
  value: number;
  units: string;
}

/** What somebody wants to know of the last minutes or hours of an account. */
export interface RecentQuestion {
  userId: string;
  /** Only this data set; null for all. */
  uploadId: string | null;
  /** Milliseconds since the epoch; both belong to the range. */
  from: number;
  to: number;
}

/** What a closed-loop system and a sensor have said of late. */
export interface RecentReadings {
  /** Newest first; readings without a value or units are left out. */
  readings: SensorReading[];
  /** When the last loop was run; null when there was none within the range. */
  lastLoop: number | null;
  /** Time of the first reading or loop after the range: its device's clock is ahead. Null when there is none. */
  next: number | null;
}

interface Row {
  question: number;
  type: string;
  /** Null where the last loop was asked for and there is none. */
  time: number | string | null;
  content: string | null;
}

/** Few enough for one statement in both dialects. */
const questionsAtOnce = 50;

/** Of one question, for one data set or for all. */
type Statement = (within: string) => string;

const cbgs: Statement = (within) => `SELECT type, time, content FROM records
  WHERE user_id = ? AND active = 1 AND type = 'cbg' AND time BETWEEN ? AND ?${within}`;

/** The instant alone: a decision may carry a forecast of hours. */
const loops: Statement = (within) => `SELECT 'loop' AS type, MAX(time) AS time, NULL AS content FROM records
  WHERE user_id = ? AND active = 1 AND type = 'dosingDecision' AND time BETWEEN ? AND ? AND reason = 'loop'${within}`;

const nextOf =
  (condition: string): Statement =>
  (within) => `SELECT 'next' AS type, time, NULL AS content FROM records
  WHERE user_id = ? AND active = 1 AND ${condition} AND time > ?${within} ORDER BY time LIMIT 1`;

const nextOnes = [nextOf("type = 'cbg'"), nextOf("type = 'dosingDecision' AND reason = 'loop'")];

/** Reads the last readings of accounts, many accounts at once. */
export class RecentReadingsService {
  constructor(private readonly database: Database) {}

  /** In the order of the questions; fifty questions go into one statement. */
  async find(questions: readonly RecentQuestion[]): Promise<RecentReadings[]> {
    const answers: RecentReadings[] = [];
    for (let start = 0; start < questions.length; start += questionsAtOnce) {
      answers.push(...(await this.findSome(questions.slice(start, start + questionsAtOnce))));
    }
    return answers;
  }

  private async findSome(questions: readonly RecentQuestion[]): Promise<RecentReadings[]> {
    const parts = questions.flatMap(({ userId, uploadId, from, to }, index) => {
      const within = uploadId === null ? '' : ' AND upload_id = ?';
      const ofDataSet = uploadId === null ? [] : [uploadId];
      const part = (statement: Statement, parameters: unknown[]) => ({
        sql: `SELECT ${index} AS question, part.* FROM (${statement(within)}) part`,
        parameters: [userId, ...parameters, ...ofDataSet],
      });
      return [
        ...[cbgs, loops].map((statement) => part(statement, [from, to])),
        ...nextOnes.map((statement) => part(statement, [to])),
      ];
    });
    const rows = await this.database.plain.rows<Row>(
      parts.map(({ sql }) => sql).join(' UNION ALL '),
      parts.flatMap(({ parameters }) => parameters),
    );
    return questions.map((_question, index) =>
      answerOf(rows.filter((row) => Number(row.question) === index)),
    );
  }
}

function answerOf(rows: readonly Row[]): RecentReadings {
  const readings = rows
    .filter(({ type }) => type === 'cbg')
    .flatMap(({ time, content }) => readingOf(Number(time), content))
    .sort((one, other) => other.time - one.time);
  const loop = rows.find(({ type, time }) => type === 'loop' && time !== null);
  const ahead = rows.filter(({ type }) => type === 'next').map(({ time }) => Number(time));
  return {
    readings,
    lastLoop: loop ? Number(loop.time) : null,
    next: ahead.length === 0 ? null : Math.min(...ahead),
  };
}

function readingOf(time: number, content: string | null): SensorReading[] {
  const { value, units } = JSON.parse(content ?? '{}') as { value?: unknown; units?: unknown };
  return typeof value === 'number' && typeof units === 'string' ? [{ time, value, units }] : [];
}
