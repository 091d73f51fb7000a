// echo PORT CHAIN-AND-KEY ROOTS WISH: sends back what it gets.
//
// WISH is `need` for a client's certificate, `other` for a group that no client sends a key of.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"os"
)

func main() {
	pair, err := tls.LoadX509KeyPair(os.Args[2], os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	text, err := os.ReadFile(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	config := &tls.Config{
		Certificates: []tls.Certificate{pair}, ClientCAs: roots, NextProtos: []string{"http/1.1"},
	}
	if os.Args[4] == "need" {
		config.ClientAuth = tls.RequireAndVerifyClientCert
	}
	if os.Args[4] == "other" {
		config.CurvePreferences = []tls.CurveID{tls.CurveP384}
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:"+os.Args[1], config)
	if err != nil {
		log.Fatal(err)
	}
	for {
		connection, err := listener.Accept()
		if err != nil {
			log.Fatal(err)
		}
		go func() {
			defer connection.Close()
			io.Copy(connection, connection)
		}()
	}
}
