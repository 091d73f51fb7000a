import ApusTestServer

let plan: [AnswerFault] = [.finish(afterByteCount: 10), .silence]
print(plan.count, HTTP.self, TLS.Version.tls12)
var written = ByteWriter()
try written.writeVector16 { $0.write("apus") }
print(Hex.encode(written.bytes), DomainName.limit)
