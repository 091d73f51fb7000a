import Apus

let url = try HTTP.URL("https://Bücher.example:443/shop/../orders?page=2")
let secret: HTTP.Fields = ["Authorization": .sensitive("Bearer t0ken")]
var wire: [UInt8] = []
var body = try HTTP.RequestWriter().writeHead(
  .post, HTTP.Destination(url), fields: secret, body: .unknown, to: &wire)
try body.write(Array(#"{"name":"Ada"}"#.utf8).span, to: &wire)
try body.finish(to: &wire)
print(String(decoding: wire, as: UTF8.self), secret, separator: "")
