// Writes each file of a folder that grows smaller by it also compressed, as NAME.br and NAME.gz, for whoever serves it:
// node compress.mjs FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(css|html|js|json|svg|txt)$/;
/** Bytes below which a file is not worth another one. */
const SMALL = 1000;

const folder = argv[2];
for (const name of readdirSync(folder, { recursive: true })) {
  if (!TEXT.test(name)) continue;
  const data = readFileSync(join(folder, name));
  if (data.length < SMALL) continue;
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(data, { params: parameters }));
  writeFileSync(join(folder, `${name}.gz`), gzipSync(data, { level: 9 }));
}
