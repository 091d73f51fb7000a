print("apus-conformance")
