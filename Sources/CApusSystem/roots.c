#include "apus_roots.h"

/* CApusRoots has the strong definition. */
__attribute__((weak)) struct apus_roots apus_linked_roots(void) {
  return (struct apus_roots){NULL, 0};
}
