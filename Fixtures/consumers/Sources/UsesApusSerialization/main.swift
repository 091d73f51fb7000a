import ApusSerialization

let value: JSON.Value = ["bird": "swift", "wings": 2, "lands": false]
let read = try JSON.Value(parsing: #"{"wings": 2.0, "lands": false, "bird": "swift"}"#)
print(read == value, read["wings"]?.int ?? 0, HTTP.self)
do {
  print(try JSON.Value(parsing: Hex.decode("5b312c")))
} catch let error as JSON.ParsingError {
  print(error)
}
