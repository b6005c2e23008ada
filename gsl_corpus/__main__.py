import sys

from gsl_corpus.fetch import main

sys.exit(main())
