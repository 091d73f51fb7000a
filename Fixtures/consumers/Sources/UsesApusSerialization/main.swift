import ApusSerialization

let value: JSONValue = ["bird": "swift", "wings": 2, "lands": false]
let read = try JSONValue(parsing: #"{"wings": 2.0, "lands": false, "bird": "swift"}"#)
print(read == value, read["wings"]?.int ?? 0, HTTP.self)
do {
  print(try JSONValue(parsing: Hex.decode("5b312c")))
} catch let error as JSONError {
  print(error)
}
