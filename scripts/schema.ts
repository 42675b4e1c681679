import 'reflect-metadata';
import { writeSchemaFiles } from './schema-files';

writeSchemaFiles(process.cwd()).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
