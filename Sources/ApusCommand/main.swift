print("apus")
