// A program that imports modules with the names of packages for servers. These modules contain only
// type names, and some of the lower modules of Apus have the same type names.

import Apus
import Crypto
import HTTPAPIs
import HTTPTypes
import Hummingbird
import Logging
import Metrics
import SwiftASN1
import Vapor
import X509

struct User: Codable {
  var id: Int
  var name: String
}

let api = HTTPSession.stub("https://api.example.com/v1/") { request in
  try .json(User(id: 1, name: "\(request.method) \(request.path)"))
}
let user = try await api.get("users/1", as: User.self)
let made: User = try await api.post("users", .json(user), query: ["notify": true])
print(user.name, made.name, TLS.Version.tls13, HTTP.Request.get("a").method)

// Theirs, by their names alone.
print(P256(), SHA256(), HMAC(), HKDF(), MLKEM768(), HashFunction(), ASN1Error(), DER())
print(MultipartError(), EventLoop(), SocketAddress(), Environment(), HTTPRequest(), Request())
print(Content(), HTTPError(), Logger(), Counter(), Certificate(), Verifier())

// `X509` is our namespace; a type of the module with that name has two colons, or its bare name.
let theirs: X509::Certificate = Certificate()
let verdict: X509::VerificationResult = VerificationResult()
let ours: X509.Certificate? = nil
print(theirs, verdict, ours == nil)

// `HTTP` is our namespace; that of the HTTP API proposal has its module.
let answer = try await HTTPAPIs::HTTP.perform(request: HTTPRequest())
print(answer, HTTPAPIs.HTTP.self, HTTP.Status.ok, Apus::HTTP.Method.get)
