import ApusImages

let bytes = try Hex.decode("47494638396101000100000000" + "2c00000000010001000002024c0100" + "3b")
let facts = try ImageFacts(of: bytes.span)
print(facts.kind, facts.width, facts.height, ImageDecoders().kinds)
print(ImageResponseSerializer().validation.mediaTypes ?? [])
