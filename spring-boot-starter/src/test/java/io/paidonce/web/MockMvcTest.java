package io.paidonce.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;

/** Users' tests without a server meet the same filter. */
@SpringBootTest(
    classes = {Site.Application.class, ReplayOverHttpTest.Orders.class},
    properties = {
      "paidonce.idempotency.memory=true",
      "spring.autoconfigure.exclude="
          + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "spring.main.banner-mode=off"
    })
@AutoConfigureMockMvc
class MockMvcTest {

  @Autowired private MockMvc mvc;

  private MockHttpServletResponse post(String key) throws Exception {
    return mvc.perform(
            MockMvcRequestBuilders.post("/orders")
                .header(KeyHeader.NAME, key)
                .contentType("application/json")
                .content("{\"sku\":\"book\",\"amount\":1}"))
        .andReturn()
        .getResponse();
  }

  @Test
  void aRepeatIsReplayed() throws Exception {
    MockHttpServletResponse first = post("1");
    MockHttpServletResponse second = post("1");
    assertThat(first.getStatus()).isEqualTo(201);
    assertThat(second.getContentAsString()).isEqualTo(first.getContentAsString());
    assertThat(second.getHeader(HttpAnswer.REPLAYED)).isEqualTo("true");
    assertThat(post("\"\"").getStatus()).isEqualTo(400);
  }
}
