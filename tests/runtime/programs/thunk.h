// Thunks by hand, as abi.h describes them: scalar i at input + 16 * i, the result at output + 0.
#define THUNK(NAME)                                                                                          \
  void thunk_##NAME(const char *input, char *output) __asm__("__ariadne_call." #NAME);                       \
  void thunk_##NAME(const char *input, char *output)
#define ARGUMENT(TYPE, I) (*(const TYPE *)(input + 16 * (I)))
#define RESULT(TYPE) (*(TYPE *)output)

// One operation as a function of its own.
#define UNARY(NAME, R, X, EXPRESSION)                                                                        \
  R NAME(X x) { return EXPRESSION; }                                                                         \
  THUNK(NAME) { RESULT(R) = NAME(ARGUMENT(X, 0)); }
#define BINARY(NAME, T, EXPRESSION)                                                                          \
  T NAME(T x, T y) { return EXPRESSION; }                                                                    \
  THUNK(NAME) { RESULT(T) = NAME(ARGUMENT(T, 0), ARGUMENT(T, 1)); }
