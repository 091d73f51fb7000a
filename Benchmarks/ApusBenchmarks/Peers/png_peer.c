/* PNG by libpng.
 *
 *   png_peer decode FILE                             red, green, blue and alpha to standard output
 *   png_peer encode SIDE CHANNELS INTERLACED IN OUT  a square picture of 1 or 3 bytes for a pixel
 *
 * Decoding uses the simplified interface, which chooses the fastest transformations itself. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fail(const char *what) {
  fprintf(stderr, "%s\n", what);
  return 1;
}

static int decode(const char *path) {
  png_image image = {.version = PNG_IMAGE_VERSION};
  if (!png_image_begin_read_from_file(&image, path)) return fail(image.message);
  image.format = PNG_FORMAT_RGBA;
  png_bytep pixels = malloc(PNG_IMAGE_SIZE(image));
  if (pixels == NULL) return fail("no memory");
  if (!png_image_finish_read(&image, NULL, pixels, 0, NULL)) return fail(image.message);
  size_t count = PNG_IMAGE_SIZE(image);
  if (fwrite(pixels, 1, count, stdout) != count || fflush(stdout) != 0) return fail("write");
  free(pixels);
  return 0;
}

static int encode(char **words) {
  int side = atoi(words[0]), channels = atoi(words[1]), is_interlaced = atoi(words[2]);
  size_t count = (size_t)side * (size_t)side * (size_t)channels;
  png_bytep pixels = malloc(count);
  png_bytepp rows = malloc((size_t)side * sizeof *rows);
  FILE *in = fopen(words[3], "rb"), *out = fopen(words[4], "wb");
  if (pixels == NULL || rows == NULL || in == NULL || out == NULL) return fail("open");
  if (fread(pixels, 1, count, in) != count) return fail("read");
  for (int i = 0; i < side; i++) rows[i] = pixels + (size_t)i * (size_t)side * (size_t)channels;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png))) return fail("encode");
  png_init_io(png, out);
  png_set_IHDR(png, info, (png_uint_32)side, (png_uint_32)side, 8,
               channels == 1 ? PNG_COLOR_TYPE_GRAY : PNG_COLOR_TYPE_RGB,
               is_interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_rows(png, info, rows);
  png_write_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
  return fclose(out) == 0 ? 0 : fail("close");
}

int main(int count, char **words) {
  if (count == 3 && strcmp(words[1], "decode") == 0) return decode(words[2]);
  if (count == 7 && strcmp(words[1], "encode") == 0) return encode(words + 2);
  return 2;
}
