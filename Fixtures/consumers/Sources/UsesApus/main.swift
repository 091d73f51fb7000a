import Apus

let answer = #"{"name": "Apus apus", "grams": 40, "lands": false}"#
do {
  let bird = try JSONValue(parsing: answer)
  print(bird["name"]?.string ?? "nameless", bird["grams"]?.int ?? 0)
  print(Base64.encode(try SystemRandom().bytes(6), .url))
} catch let error as JSONError {
  print("not JSON at byte \(error.position?.offset ?? 0): \(error)")
}
