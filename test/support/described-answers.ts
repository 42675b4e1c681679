import { z } from 'zod';
import { api, type Answer, type Json } from './api';
import type { ServerUnderTest } from './server';

/** What the API reference of a server says of the answers of its routes. */
export interface Described {
  /** What is wrong with an answer, according to the description of its route: empty if it fits. */
  complaints(route: string, answer: Answer): string[];
}

/** Reads the API reference of a server. A route is named as in it, such as `GET /data/{userId}`. */
export async function readDescribed(server: ServerUnderTest): Promise<Described> {
  const document: Json = (await api(server).get('/openapi.json')).body;
  const definitions = atHome(document.components.schemas);
  const toSchema = (schema: Json) =>
    z.fromJSONSchema({ allOf: [atHome(schema)], definitions }, { defaultTarget: 'openapi-3.0' });
  return {
    complaints(route, { status, headers, body, text }) {
      const [method = '', path = ''] = route.split(' ');
      const response = document.paths[path][method.toLowerCase()].responses[status];
      if (response === undefined) return [`It does not list ${status}.`];
      const mediaType = headers.get('content-type')?.split(';')[0];
      if (mediaType === undefined || text === '') return response.content ? ['It lacks a body.'] : [];
      const described = response.content?.[mediaType];
      if (described === undefined) return [`It does not describe ${mediaType} with ${status}.`];
      if (mediaType !== 'application/json') return [];
      const { error } = toSchema(described.schema).safeParse(body);
      return error?.issues.map(({ path: place, message }) => `/${place.join('/')}: ${message}`) ?? [];
    },
  };
}

/** Zod looks for definitions beside the schema. */
const atHome = (schemas: Json): Json =>
  JSON.parse(JSON.stringify(schemas).replaceAll('"#/components/schemas/', '"#/definitions/'));
