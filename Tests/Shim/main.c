/* The C shim's own tests: main [random messages for each algorithm]. */
#include "shim.h"

long checks, failures;
uint64_t seed = 20260101;

int main(int count, char **arguments) {
  const long cases = count > 1 ? atol(arguments[1]) : 20000;
  test_vectors();
  test_poly1305_2();
  test_poly1305_4();
  test_poly1305_8();
  test_records();
  test_agreement(cases);
  printf("%ld checks, %ld failures\n", checks, failures);
  return failures != 0;
}
