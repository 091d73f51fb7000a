print("apus-benchmarks")
