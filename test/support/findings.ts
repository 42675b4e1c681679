import type { Answer, Json } from './api';

/** The findings of a refusal, each as its code and its position in the request, such as `value-empty /3/notes`. */
export const formatFindings = ({ body }: Answer): string[] =>
  body.errors.map(
    ({ code, source }: Json) => `${code} ${source?.pointer ?? source?.parameter ?? 'about the whole'}`,
  );
